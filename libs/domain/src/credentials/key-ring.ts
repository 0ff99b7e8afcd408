import { Secret } from '@sync/records';

export interface EncryptionKey {
  id: string;
  bytes: Secret<Buffer>;
}

/** The text of ENCRYPTION_KEYS is not a key ring. The message names the entry by position and never shows it. */
export class InvalidKeyRing extends Error {
  constructor(reason: string) {
    super(`ENCRYPTION_KEYS ${reason}; it should be keyid:base64(32 bytes)[,older…]`);
    this.name = 'InvalidKeyRing';
  }
}

/** The encryption keys: the first one encrypts, all of them decrypt. */
export class KeyRing {
  private constructor(private readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]) {}

  /** Reads `keyid:base64(32 bytes)[,older…]`. Throws InvalidKeyRing. */
  static parse(text: string): KeyRing {
    const [first, ...older] = text.split(',').map(parseKey);
    if (!first) throw new InvalidKeyRing('is empty');
    const keys: [EncryptionKey, ...EncryptionKey[]] = [first, ...older];
    if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new InvalidKeyRing('names one key id twice');
    if (new Set(keys.map(({ bytes }) => bytes.reveal().toString('hex'))).size < keys.length)
      throw new InvalidKeyRing('holds one key twice');
    return new KeyRing(keys);
  }

  get current(): EncryptionKey {
    return this.keys[0];
  }

  find(id: string): EncryptionKey | undefined {
    return this.keys.find((key) => key.id === id);
  }
}

function parseKey(entry: string, index: number): EncryptionKey {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim());
  const [, id, base64] = match ?? [];
  if (!id || !base64) throw new InvalidKeyRing(`entry ${index + 1} is malformed`);
  return { id, bytes: new Secret(Buffer.from(base64, 'base64')) };
}
