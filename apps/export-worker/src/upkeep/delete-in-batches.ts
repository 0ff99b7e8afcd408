import type { DataSource } from 'typeorm';

const atOnce = 1_000;

export interface Deletion {
  table: string;
  /** Query of the ids. */
  keys: string;
}

/**
 * Deletes the rows of a table that the query finds, each batch in a transaction of its own, so that nothing is locked for
 * long. Rows that somebody is working on are left alone. Returns how many it deleted. Throws once the signal is aborted.
 */
export async function deleteInBatches(dataSource: DataSource, { table, keys }: Deletion, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let batch = atOnce; batch > 0; deleted += batch) {
    signal.throwIfAborted();
    const [row] = await dataSource.query<{ count: number }[]>(
      `with gone as (
         delete from ${table} where id in (${keys} limit ${atOnce} for update skip locked) returning 1
       )
       select count(*)::int as count from gone`,
    );
    batch = row?.count ?? 0;
  }
  return deleted;
}
