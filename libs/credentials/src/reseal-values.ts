import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlRunner } from '@sync/postgres';
import { CredentialsCipher, UnreadableCredentials, type SealedColumnName } from './credentials-cipher';
import type { KeyRing } from './key-ring';

/** A column of sealed values, with statements of the library that owns its table. */
export interface SealedColumn {
  name: SealedColumnName;
  /** $1: an id, $2: a key id, $3: a number. Gives `id` and `sealed` of that many rows after the id, by id, that another key has sealed. */
  read: string;
  /** $1: ids, $2 and $3: their texts before and after. Skips locked rows and other texts than `before`. Gives `replaced`, their number. */
  replace: string;
  /** Reads every row. Gives `keyId` and `values` for each key. */
  count: string;
}

export interface ResealedValues {
  resealed: number;
  /** Ids of rows that do not open with the ring. They stay as they are. */
  unreadable: string[];
}

const batchSize = 500;
const maxPasses = 5;
const pauseMs = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Seals every value of the column with the first key of the ring, in batches that each commit alone. Stopped and run again, it goes on.
 * It never waits for a lock and never overwrites a value that was stored meanwhile; a further pass finds what it skipped. `onBatch`
 * gets the number of values sealed so far. A row that stays locked, and one that an app seals with another key meanwhile, is left.
 */
export async function resealValues(
  sql: SqlRunner,
  { name, read, replace }: SealedColumn,
  keys: KeyRing,
  onBatch: (resealed: number) => void,
): Promise<ResealedValues> {
  const cipher = new CredentialsCipher(keys, name);
  const unreadable = new Set<string>();
  let resealed = 0;
  for (let pass = 1, skipped = 1; skipped > 0 && pass <= maxPasses; pass += 1) {
    if (pass > 1) await sleep(pauseMs);
    skipped = 0;
    for (let after = beforeAll, hasMore = true; hasMore;) {
      const rows = await sql.query<SealedRow[]>(read, [after, cipher.currentKeyId, batchSize]);
      after = rows.at(-1)?.id ?? after;
      hasMore = rows.length === batchSize;
      const changes = rows.flatMap((row) => changeOf(row, cipher, unreadable));
      const [{ replaced } = { replaced: 0 }] = await sql.query<{ replaced: number }[]>(replace, columnsOf(changes));
      resealed += replaced;
      skipped += changes.length - replaced;
      onBatch(resealed);
    }
  }
  return { resealed, unreadable: [...unreadable] };
}

/** How many values a key seals. */
export interface SealedCount {
  keyId: string;
  values: number;
}

export function countByKey(sql: SqlRunner, { count }: SealedColumn): Promise<SealedCount[]> {
  return sql.query<SealedCount[]>(count);
}

interface SealedRow {
  id: string;
  sealed: string;
}

interface Change {
  id: string;
  before: string;
  after: string;
}

function changeOf({ id, sealed }: SealedRow, cipher: CredentialsCipher, unreadable: Set<string>): Change[] {
  try {
    return [{ id, before: sealed, after: cipher.reseal(id, sealed) }];
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error;
    unreadable.add(id);
    return [];
  }
}

function columnsOf(changes: readonly Change[]): string[][] {
  return [changes.map(({ id }) => id), changes.map(({ before }) => before), changes.map(({ after }) => after)];
}
