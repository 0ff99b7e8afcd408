import { createHmac } from 'node:crypto';
import type { LoggerService, OnApplicationBootstrap } from '@nestjs/common';
import type { QueryRows } from '@sync/postgres';
import type { EncryptionKey, KeyRing } from './key-ring';

export interface KeyFault {
  keyId: string;
  /** `unknown`: no app has ever had it. */
  fault: 'missing' | 'different' | 'unknown';
}

/** Credentials are sealed with a key that this process lacks, or that has other bytes here. The message names the key's id only. */
export class UnusableKeys extends Error {
  override readonly name = 'UnusableKeys';
  /** For readiness. */
  readonly missing: string;

  constructor(readonly faults: readonly KeyFault[]) {
    const listed = faults.map(({ keyId, fault }) => `encryption key ${keyId} (${fault})`).join(', ');
    super(`Unusable: ${listed}`);
    this.missing = listed;
  }
}

const lookEveryMs = 5_000;
const idPattern = /^[A-Za-z0-9_-]{1,32}$/;

/** The first process to use an id decides what it stands for. Of concurrent first starts one inserts, and all compare with its row. */
const recordKeys = `
  insert into encryption_keys (id, check_value)
  select id, decode(check_value, 'hex') from unnest($1::text[], $2::text[]) as given (id, check_value)
  where not exists (select from encryption_keys known where known.id = given.id)
  on conflict do nothing`;
const knownKeys = `select id, encode(check_value, 'hex') as check from encryption_keys where id = any($1::text[])`;

/** As the index says. */
const sealed = `credentials like 'v1.%.%.%.%'`;
/** The distinct key ids of all credentials, each found by one step in the index. */
const usedKeys = `
  with recursive used (id) as (
    (select split_part(credentials, '.', 2) from system_connections where ${sealed} order by 1 limit 1)
    union all
    select (select split_part(credentials, '.', 2) from system_connections
            where ${sealed} and split_part(credentials, '.', 2) > used.id order by 1 limit 1)
    from used where used.id is not null
  )
  select id from used where id is not null`;
/** Of the one key that hashes the addresses of erased persons. */
const keyOfErasures = `select split_part(sealed, '.', 2) as id from erasure_keys`;
/** Of the second factors of the few administrators. */
const keysOfUsers = `select distinct split_part(totp_secret, '.', 2) as id from users where totp_secret is not null`;

interface KeyRingCheckOptions {
  /** Hears of faults, and of their end. */
  logger?: LoggerService;
  /** Whether second factors count as well. Only the owner of the tables and the admin API may read them. Default false. */
  seesUsers?: boolean;
}

/** Whether the key ring opens what is stored. A key is recognised by an HMAC of it, so its bytes never leave the process. */
export class KeyRingCheck implements OnApplicationBootstrap {
  #faults: readonly KeyFault[] | null = null;
  #lookedAt = -Infinity;

  constructor(
    private readonly query: QueryRows,
    private readonly keys: KeyRing,
    private readonly options: KeyRingCheckOptions = {},
  ) {}

  /** Before the first request, so that the key of the first process counts. The app also starts without a database. */
  async onApplicationBootstrap(): Promise<void> {
    await this.lookAgain();
  }

  /** For readiness. Throws UnusableKeys. An unavailable database is the subject of another check. */
  async requireUsable(): Promise<void> {
    await this.lookAgain();
    if (this.#faults && this.#faults.length > 0) throw new UnusableKeys(this.#faults);
  }

  /** As last seen, without a query while nothing was wrong. */
  async areUsable(): Promise<boolean> {
    const isKnown = this.#faults !== null && (this.#faults.length === 0 || performance.now() - this.#lookedAt < lookEveryMs);
    return isKnown ? this.#faults?.length === 0 : this.lookAgain();
  }

  /** For credentials that did not open. While the database is unavailable, the last known state counts. */
  async lookAgain(): Promise<boolean> {
    try {
      this.#note(await this.#findFaults());
    } catch {
      return !this.#faults || this.#faults.length === 0;
    }
    return this.#faults?.length === 0;
  }

  async #findFaults(): Promise<KeyFault[]> {
    const ring = this.keys.all.map((key) => ({ id: key.id, check: checkValueOf(key) }));
    const ids = ring.map(({ id }) => id);
    await this.query(recordKeys, [ids, ring.map(({ check }) => check)]);
    const compared = await compareKeys(this.query, this.keys);
    const places = [usedKeys, keyOfErasures, ...(this.options.seesUsers ? [keysOfUsers] : [])];
    const used = (await this.query(`${places.join(' union ')} order by id`)) as { id: string }[];
    const missing = used.filter(({ id }) => idPattern.test(id) && !ids.includes(id));
    return [...compared, ...missing.map(({ id }): KeyFault => ({ keyId: id, fault: 'missing' }))];
  }

  #note(faults: readonly KeyFault[]): void {
    if (faults.length > 0 && JSON.stringify(faults) !== JSON.stringify(this.#faults))
      this.options.logger?.error({ msg: 'encryption keys do not fit the stored credentials', keys: faults });
    if (faults.length === 0 && this.#faults && this.#faults.length > 0) this.options.logger?.log({ msg: 'encryption keys fit again' });
    this.#faults = faults;
    this.#lookedAt = performance.now();
  }
}

/**
 * For a program beside the apps, which may not decide what a key id stands for: each key must be one that an app has had. Throws
 * UnusableKeys.
 */
export async function requireKnownKeys(query: QueryRows, keys: KeyRing): Promise<void> {
  const faults = await compareKeys(query, keys);
  if (faults.length > 0) throw new UnusableKeys(faults);
}

async function compareKeys(query: QueryRows, keys: KeyRing): Promise<KeyFault[]> {
  const known = (await query(knownKeys, [keys.all.map(({ id }) => id)])) as { id: string; check: string }[];
  return keys.all.flatMap((key): KeyFault[] => {
    const check = known.find(({ id }) => id === key.id)?.check;
    if (check === checkValueOf(key)) return [];
    return [{ keyId: key.id, fault: check === undefined ? 'unknown' : 'different' }];
  });
}

function checkValueOf({ bytes }: EncryptionKey): string {
  return createHmac('sha256', bytes.reveal()).update('connection-sync encryption key').digest('hex');
}
