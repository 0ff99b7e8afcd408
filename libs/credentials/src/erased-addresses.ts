import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { sealedStatements, type QueryRows } from '@sync/postgres';
import { plainAddress, Secret } from '@sync/records';
import { CredentialsCipher } from './credentials-cipher';
import { KeyRing } from './key-ring';
import type { SealedColumn } from './reseal-values';

const readKey = 'select id, sealed from erasure_keys';
const addKey = 'insert into erasure_keys (id, sealed) values ($1, $2) on conflict do nothing';

/** The column of the key below, so that a rotation of the keys loses no hash. */
export const sealedErasureKeys: SealedColumn = { name: 'erasure_keys|sealed', ...sealedStatements('erasure_keys', 'sealed') };

interface Keys {
  hashing: Buffer;
  cipher: CredentialsCipher;
}

/**
 * Hashes the addresses of erased persons, so that they are recognised and cannot be read, and seals one while its erasure runs. Both keys
 * derive from one random key, which is stored sealed and never changes.
 */
export class ErasedAddresses {
  #keys: Promise<Keys> | null = null;

  constructor(
    private readonly query: QueryRows,
    private readonly ring: KeyRing,
  ) {}

  /** HMAC-SHA256 of tenant and address, in hexadecimal, in order: the same address of another tenant has another hash. */
  async hash(tenantId: string, addresses: readonly string[]): Promise<string[]> {
    const { hashing } = await this.#read();
    return addresses.map((address) =>
      createHmac('sha256', hashing)
        .update(`${tenantId} ${plainAddress(address)}`)
        .digest('hex'),
    );
  }

  async seal(erasureId: string, address: string): Promise<string> {
    return (await this.#read()).cipher.seal(erasureId, { address: plainAddress(address) });
  }

  /** The address as `plainAddress` writes it. Throws UnreadableCredentials. */
  async open(erasureId: string, sealed: string): Promise<Secret<string>> {
    const { address } = (await this.#read()).cipher.open(erasureId, sealed).reveal();
    return new Secret(String(address));
  }

  #read(): Promise<Keys> {
    const keys = (this.#keys ??= this.#readOnce());
    keys.catch(() => (this.#keys = null));
    return keys;
  }

  /** Of processes that find no key at once, one adds it. */
  async #readOnce(): Promise<Keys> {
    const atRest = new CredentialsCipher(this.ring, sealedErasureKeys.name);
    const find = async () => (await this.query(readKey)) as { id: string; sealed: string }[];
    let [stored] = await find();
    if (!stored) {
      const id = randomUUID();
      await this.query(addKey, [id, atRest.seal(id, { key: randomBytes(32).toString('base64') })]);
      [stored] = await find();
    }
    if (!stored) throw new Error('The key of erased addresses could not be stored');
    const { key } = atRest.open(stored.id, stored.sealed).reveal();
    return keysOf(Buffer.from(String(key), 'base64'));
  }
}

function keysOf(key: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  const sealing = KeyRing.parse(`erasures:${derive('seal addresses').toString('base64')}`);
  return { hashing: derive('hash addresses'), cipher: new CredentialsCipher(sealing, 'erasures|address') };
}
