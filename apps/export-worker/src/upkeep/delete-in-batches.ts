import type { DataSource } from 'typeorm';

const batchSize = 1_000;

export interface Deletion {
  table: string;
  /** Query of the ids. */
  keys: string;
}

/**
 * Deletes the rows that the query finds, each batch in its own transaction, so nothing stays locked for long. Skips locked rows.
 * Returns how many it deleted. Throws once the signal is aborted.
 */
export async function deleteInBatches(dataSource: DataSource, { table, keys }: Deletion, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let batch = batchSize; batch > 0; deleted += batch) {
    signal.throwIfAborted();
    const [row] = await dataSource.query<{ count: number }[]>(
      `with gone as (
         delete from ${table} where id in (${keys} limit ${batchSize} for update skip locked) returning 1
       )
       select count(*)::int as count from gone`,
    );
    batch = row?.count ?? 0;
  }
  return deleted;
}
