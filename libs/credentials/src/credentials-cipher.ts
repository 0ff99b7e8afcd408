import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '@sync/records';
import type { KeyRing } from './key-ring';

export type Credentials = Readonly<Record<string, unknown>>;

/** Stored credentials do not open: truncated, altered, moved to another row or column, or sealed with a key outside the ring. */
export class UnreadableCredentials extends Error {
  constructor(reason: string) {
    super(`Stored credentials cannot be read: ${reason}`);
    this.name = 'UnreadableCredentials';
  }
}

const version = 'v1';
const tagBytes = 16;

/** A column of sealed values, as its texts are bound to it. */
export type SealedColumnName =
  'system_connections|credentials' | 'users|totp_secret' | 'webhook_endpoints|secrets' | 'erasure_keys|sealed' | 'erasures|address';

/**
 * AES-256-GCM with the column and the row's id as associated data: a ciphertext opens only in its own place.
 * Stored form: `v1.<key id>.<iv>.<ciphertext>.<tag>`, base64url. No other form opens, least of all plaintext.
 * Each value gets an IV of its own and keeps it under every later key, so the IV tells values apart (`isSameSealedValue`; `sealIv` in SQL).
 */
export class CredentialsCipher {
  constructor(
    private readonly keys: KeyRing,
    private readonly column: SealedColumnName = 'system_connections|credentials',
  ) {}

  get currentKeyId(): string {
    return this.keys.current.id;
  }

  seal(rowId: string, credentials: Credentials): string {
    return this.sealWith(randomBytes(12), rowId, credentials);
  }

  /**
   * The same value, sealed with the first key. Keeping the IV is safe: under any one key an IV only ever seals one value, so sealing it
   * there again gives the same text. Throws UnreadableCredentials.
   */
  reseal(rowId: string, stored: string): string {
    const credentials = this.open(rowId, stored).reveal();
    return this.sealWith(Buffer.from(ivOf(stored), 'base64url'), rowId, credentials);
  }

  private sealWith(iv: Buffer, rowId: string, credentials: Credentials): string {
    const key = this.keys.current;
    const cipher = createCipheriv('aes-256-gcm', key.bytes.reveal(), iv, { authTagLength: tagBytes });
    cipher.setAAD(this.associatedData(rowId));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]);
    return [version, key.id, ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
  }

  /** Throws UnreadableCredentials. */
  open(rowId: string, stored: string): Secret<Credentials> {
    const [storedVersion, keyId, iv, sealed, tag, ...rest] = stored.split('.');
    if (storedVersion !== version || !keyId || !iv || !sealed || !tag || rest.length > 0) throw new UnreadableCredentials('unknown format');
    const key = this.keys.find(keyId);
    if (!key) throw new UnreadableCredentials(`key ${keyId} is not in the key ring`);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes.reveal(), Buffer.from(iv, 'base64url'), { authTagLength: tagBytes });
      decipher.setAAD(this.associatedData(rowId));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      const text = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
      return new Secret(JSON.parse(text) as Credentials);
    } catch {
      throw new UnreadableCredentials('altered, or of another row');
    }
  }

  private associatedData(rowId: string): Buffer {
    return Buffer.from(`${this.column}|${rowId}`);
  }
}

/** Whether two stored texts hold one value: also when the keys were rotated meanwhile, but not when the same value was stored again. */
export function isSameSealedValue(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : ivOf(one) === ivOf(other);
}

function ivOf(stored: string): string {
  return stored.split('.')[2] ?? '';
}
