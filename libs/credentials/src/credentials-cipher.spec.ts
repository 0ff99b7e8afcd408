import { randomBytes } from 'node:crypto';
import { CredentialsCipher, isSameSealedValue, UnreadableCredentials } from './credentials-cipher';
import { InvalidKeyRing, KeyRing } from './key-ring';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const mine = '01960000-0000-7000-8000-00000000000a';
const another = '01960000-0000-7000-8000-00000000000b';
const credentials = { consumer_key: 'ck_canary', consumer_secret: 'cs_canary' };

describe('CredentialsCipher', () => {
  const today = key('today');
  const cipher = new CredentialsCipher(KeyRing.parse(today));
  const stored = cipher.seal(mine, credentials);

  it('opens credentials in their own row', () => {
    expect(cipher.open(mine, stored).reveal()).toEqual(credentials);
  });

  it('stores v1.<key id>.<iv>.<ciphertext>.<16-byte tag>, which reveals nothing', () => {
    const [version, id, iv, , tag] = stored.split('.');
    expect([version, id]).toEqual(['v1', 'today']);
    expect(Buffer.from(iv ?? '', 'base64url')).toHaveLength(12);
    expect(Buffer.from(tag ?? '', 'base64url')).toHaveLength(16);
    expect(stored).not.toContain('canary');
    expect(Buffer.from(stored, 'base64url').toString()).not.toContain('canary');
  });

  it('seals the same credentials differently each time', () => {
    expect(cipher.seal(mine, credentials)).not.toBe(stored);
  });

  it('refuses credentials that were moved to another row or column', () => {
    expect(() => cipher.open(another, stored)).toThrow('altered, or of another row');
    const elsewhere = new CredentialsCipher(KeyRing.parse(today), 'users|totp_secret');
    expect(() => elsewhere.open(mine, stored)).toThrow('altered, or of another row');
  });

  it('decrypts with every key of the ring and encrypts with the first', () => {
    const rotated = new CredentialsCipher(KeyRing.parse(`${key('tomorrow')},${today}`));
    expect(rotated.open(mine, stored).reveal()).toEqual(credentials);
    expect(rotated.seal(mine, credentials).split('.')[1]).toBe('tomorrow');
  });

  it('seals the same value with the first key of another ring: it counts as the same, one stored again does not', () => {
    const rotated = new CredentialsCipher(KeyRing.parse(`${key('tomorrow')},${today}`));
    const resealed = rotated.reseal(mine, stored);
    expect(resealed.split('.')[1]).toBe('tomorrow');
    expect(rotated.open(mine, resealed).reveal()).toEqual(credentials);
    expect(isSameSealedValue(stored, resealed)).toBe(true);
    expect(rotated.reseal(mine, resealed)).toBe(resealed);
    expect(isSameSealedValue(stored, rotated.seal(mine, credentials))).toBe(false);
    expect([isSameSealedValue(null, null), isSameSealedValue(stored, null)]).toEqual([true, false]);
    expect(() => rotated.reseal(another, stored)).toThrow(UnreadableCredentials);
  });

  it('refuses credentials whose key is not in the ring', () => {
    expect(() => new CredentialsCipher(KeyRing.parse(key('other'))).open(mine, stored)).toThrow('key today is not in the key ring');
    expect(() => new CredentialsCipher(KeyRing.parse(key('today'))).open(mine, stored)).toThrow(UnreadableCredentials);
  });

  it('refuses any flipped bit', () => {
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

  it('refuses a tag truncated to 4 bytes', () => {
    const parts = stored.split('.');
    const cut = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => cipher.open(mine, [...parts.slice(0, 4), cut].join('.'))).toThrow(UnreadableCredentials);
  });

  const [version, id, iv, sealed, tag] = stored.split('.');

  it.each([
    ['an empty text', ''],
    ['plaintext', JSON.stringify(credentials)],
    ['another version', ['v2', id, iv, sealed, tag].join('.')],
    ['no key id', [version, '', iv, sealed, tag].join('.')],
    ['no iv', [version, id, '', sealed, tag].join('.')],
    ['no ciphertext', [version, id, iv, '', tag].join('.')],
    ['no tag', [version, id, iv, sealed, ''].join('.')],
    ['four parts', [version, id, iv, sealed].join('.')],
    ['six parts', `${stored}.more`],
  ])('refuses %s', (_, text) => {
    expect(() => cipher.open(mine, text)).toThrow('Stored credentials cannot be read: unknown format');
  });

  it('shows neither key nor credentials in an error', () => {
    try {
      cipher.open(another, stored);
      throw new Error('The credentials opened');
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableCredentials);
      expect((error as Error).name).toBe('UnreadableCredentials');
      expect(String((error as Error).stack)).not.toContain('canary');
      expect((error as Error).cause).toBeUndefined();
    }
  });
});

describe('KeyRing', () => {
  const short = Buffer.alloc(31, 1).toString('base64');
  const twin = randomBytes(32).toString('base64');

  it.each([
    ['an empty text', '', 'entry 1'],
    ['a key of 31 bytes', `a:${short}`, 'entry 1'],
    ['an entry without id', randomBytes(32).toString('base64'), 'entry 1'],
    ['text before the id', `!${key('a')}`, 'entry 1'],
    ['text after the key', `${key('a')}A`, 'entry 1'],
    ['an id of 33 characters', key('a'.repeat(33)), 'entry 1'],
    ['a malformed second entry', `${key('a')},b`, 'entry 2 is malformed'],
    ['a malformed third entry', `${key('a')},${key('b')},c`, 'entry 3 is malformed'],
    ['one id twice', `${key('a')},${key('a')}`, 'repeats a key id'],
    ['one key twice', `a:${twin},b:${twin}`, 'repeats a key'],
  ])('refuses %s without showing it', (_, text, reason) => {
    expect(() => KeyRing.parse(text)).toThrow(InvalidKeyRing);
    expect(() => KeyRing.parse(text)).toThrow(reason);
    const shown = /ENCRYPTION_KEYS .*/.exec(String(catchError(() => KeyRing.parse(text))))?.[0] ?? '';
    for (const part of text.split(/[:,]/).filter((piece) => piece.length > 10)) expect(shown).not.toContain(part);
  });

  it('ignores spaces around entries', () => {
    const ring = KeyRing.parse(` ${key('a')} , ${key('b')} `);
    expect([ring.current.id, ring.find('b')?.id, ring.find('c')]).toEqual(['a', 'b', undefined]);
  });
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
