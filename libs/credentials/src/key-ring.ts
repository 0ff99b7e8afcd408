import { Secret } from '@sync/records';

export interface EncryptionKey {
  id: string;
  bytes: Secret<Buffer>;
}

/** ENCRYPTION_KEYS is malformed. The message gives the position of the entry, never its text. */
export class InvalidKeyRing extends Error {
  constructor(reason: string) {
    super(`ENCRYPTION_KEYS ${reason}; expected keyid:base64(32 bytes)[,older…]`);
    this.name = 'InvalidKeyRing';
  }
}

/** The first key encrypts, every key decrypts. */
export class KeyRing {
  private constructor(private readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]) {}

  /** Reads `keyid:base64(32 bytes)[,older…]`. Throws InvalidKeyRing. */
  static parse(text: string): KeyRing {
    const [first = '', ...older] = text.split(',');
    const keys: [EncryptionKey, ...EncryptionKey[]] = [parseKey(first, 1), ...older.map((entry, index) => parseKey(entry, index + 2))];
    if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new InvalidKeyRing('repeats a key id');
    if (new Set(keys.map(({ bytes }) => bytes.reveal().toString('hex'))).size < keys.length) throw new InvalidKeyRing('repeats a key');
    return new KeyRing(keys);
  }

  get current(): EncryptionKey {
    return this.keys[0];
  }

  get all(): readonly EncryptionKey[] {
    return this.keys;
  }

  find(id: string): EncryptionKey | undefined {
    return this.keys.find((key) => key.id === id);
  }
}

function parseKey(entry: string, position: number): EncryptionKey {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim());
  const [, id, base64] = match ?? [];
  if (!id || !base64) throw new InvalidKeyRing(`entry ${position} is malformed`);
  return { id, bytes: new Secret(Buffer.from(base64, 'base64')) };
}
