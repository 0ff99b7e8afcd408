import { randomBytes } from 'node:crypto';
import { CredentialsCipher, UnreadableCredentials } from './credentials-cipher';
import { InvalidKeyRing, KeyRing } from './key-ring';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const mine = '01960000-0000-7000-8000-00000000000a';
const another = '01960000-0000-7000-8000-00000000000b';
const credentials = { consumer_key: 'ck_canary', consumer_secret: 'cs_canary' };

describe('credentials are encrypted at rest', () => {
  const today = key('today');
  const cipher = new CredentialsCipher(KeyRing.parse(today));
  const stored = cipher.seal(mine, credentials);

  it('and open in their own row', () => {
    expect(cipher.open(mine, stored).reveal()).toEqual(credentials);
  });

  it('the stored form is v1.<key id>.<iv>.<ciphertext>.<16-byte tag> and shows nothing', () => {
    const [version, id, iv, , tag] = stored.split('.');
    expect([version, id]).toEqual(['v1', 'today']);
    expect(Buffer.from(iv ?? '', 'base64url')).toHaveLength(12);
    expect(Buffer.from(tag ?? '', 'base64url')).toHaveLength(16);
    expect(stored).not.toContain('canary');
    expect(Buffer.from(stored, 'base64url').toString()).not.toContain('canary');
  });

  it('the same credentials are sealed differently each time', () => {
    expect(cipher.seal(mine, credentials)).not.toBe(stored);
  });

  it('moved to another row they do not open', () => {
    expect(() => cipher.open(another, stored)).toThrow(UnreadableCredentials);
  });

  it('every older key of the ring decrypts, only the first one encrypts', () => {
    const rotated = new CredentialsCipher(KeyRing.parse(`${key('tomorrow')},${today}`));
    expect(rotated.open(mine, stored).reveal()).toEqual(credentials);
    expect(rotated.seal(mine, credentials).split('.')[1]).toBe('tomorrow');
  });

  it('sealed with a key that is not in the ring they do not open', () => {
    expect(() => new CredentialsCipher(KeyRing.parse(key('other'))).open(mine, stored)).toThrow('key today is not in the key ring');
    expect(() => new CredentialsCipher(KeyRing.parse(key('today'))).open(mine, stored)).toThrow(UnreadableCredentials);
  });

  it('any flipped bit is refused', () => {
    const parts = stored.split('.');
    for (const part of [2, 3, 4]) {
      const bytes = Buffer.from(parts[part] ?? '', 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 5) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const forged = parts.map((text, index) => (index === part ? changed.toString('base64url') : text)).join('.');
        expect(() => cipher.open(mine, forged)).toThrow(UnreadableCredentials);
      }
    }
  });

  it('a tag cut to 4 bytes is refused', () => {
    const parts = stored.split('.');
    const cut = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => cipher.open(mine, [...parts.slice(0, 4), cut].join('.'))).toThrow(UnreadableCredentials);
  });

  it.each(['', JSON.stringify(credentials), 'v1', 'v1.today', 'v2.today.a.b.c', `${stored}.more`])(
    'there is no plaintext path: %p is refused',
    (text) => {
      expect(() => cipher.open(mine, text)).toThrow(UnreadableCredentials);
    },
  );

  it('an error shows neither key nor credentials', () => {
    try {
      cipher.open(another, stored);
      throw new Error('It should not have opened');
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableCredentials);
      expect(String((error as Error).stack)).not.toContain('canary');
      expect((error as Error).cause).toBeUndefined();
    }
  });
});

describe('the key ring', () => {
  const short = Buffer.alloc(31, 1).toString('base64');
  const twin = randomBytes(32).toString('base64');

  it.each([
    ['empty', '', 'entry 1'],
    ['a key of 31 bytes', `a:${short}`, 'entry 1'],
    ['an entry without id', randomBytes(32).toString('base64'), 'entry 1'],
    ['a broken second entry', `${key('a')},b`, 'entry 2'],
    ['one id twice', `${key('a')},${key('a')}`, 'names one key id twice'],
    ['one key twice', `a:${twin},b:${twin}`, 'holds one key twice'],
  ])('%s is refused, without being shown', (_, text, reason) => {
    expect(() => KeyRing.parse(text)).toThrow(InvalidKeyRing);
    expect(() => KeyRing.parse(text)).toThrow(reason);
    const shown = /ENCRYPTION_KEYS .*/.exec(String(catchError(() => KeyRing.parse(text))))?.[0] ?? '';
    for (const part of text.split(/[:,]/).filter((piece) => piece.length > 10)) expect(shown).not.toContain(part);
  });

  it('spaces around an entry do no harm', () => {
    expect(KeyRing.parse(` ${key('a')} , ${key('b')} `).current.id).toBe('a');
  });
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
