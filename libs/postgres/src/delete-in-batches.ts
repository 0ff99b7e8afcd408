import type { SqlRunner } from './sql-runner';

/** What the statement that deletes a batch does besides: `change` is a data-modifying CTE that reads the CTE `gone` with these columns. */
export interface AlongWithDeletion {
  columns: string;
  change: string;
}

/** Keys that one lookup finds, and rows that one transaction deletes. */
const maxKeys = 50_000;
const batchSize = 1_000;

/**
 * Deletes the rows whose ids the query finds, each batch in its own transaction, so nothing stays locked for long. Every batch runs the
 * query again, so a row that changed meanwhile is not deleted. Skips locked rows. Returns how many it deleted. Throws once the signal
 * is aborted. `notable`: after each batch it counts those of the batch that the condition held for.
 */
export async function deleteInBatches(
  sql: SqlRunner,
  table: string,
  findIds: string,
  signal: AbortSignal,
  { notable, along }: { notable?: { condition: string; count: (rows: number) => void }; along?: AlongWithDeletion } = {},
): Promise<number> {
  const ids = `${findIds} limit ${batchSize} for update skip locked`;
  let deleted = 0;
  for (let batch = batchSize; batch > 0; deleted += batch) {
    signal.throwIfAborted();
    const gone = await deleteRows(sql, `${table} where id in (${ids})`, [], notable?.condition, along);
    notable?.count(gone.notable);
    batch = gone.count;
  }
  return deleted;
}

/** Deletes what a table holds of a connection that readers no longer see, like `deleteOf`. */
export function deleteOfConnection(sql: SqlRunner, table: string, connectionId: string, signal?: AbortSignal): Promise<void> {
  return deleteOf(sql, table, 'system_connection_id', connectionId, { signal });
}

/**
 * Deletes the rows whose column has that id: one lookup serves many batches, because each lookup passes over the rows deleted before.
 * Skips locked rows. Throws once the signal is aborted.
 */
export async function deleteOf(
  sql: SqlRunner,
  table: string,
  column: string,
  id: string,
  { signal, along }: { signal?: AbortSignal; along?: AlongWithDeletion } = {},
): Promise<void> {
  const find = `select id from ${table} where ${column} = $1 limit ${maxKeys}`;
  // By key, so that Postgres uses the key's index whatever statistics it has of the table.
  const batch = `${table} where id = any(array(select id from ${table} where id = any($1) for update skip locked))`;
  for (let hasMore = true; hasMore;) {
    const ids = (await sql.query<{ id: string }[]>(find, [id])).map(({ id }) => id);
    hasMore = false;
    for (let start = 0; start < ids.length; start += batchSize) {
      signal?.throwIfAborted();
      const gone = await deleteRows(sql, batch, [ids.slice(start, start + batchSize)], undefined, along);
      if (gone.count > 0) hasMore = true;
    }
  }
}

interface Gone {
  count: number;
  /** For how many the condition held. */
  notable: number;
}

async function deleteRows(
  sql: SqlRunner,
  rows: string,
  parameters: unknown[],
  condition = 'false',
  along?: AlongWithDeletion,
): Promise<Gone> {
  const columns = [`${condition} as notable`, ...(along ? [along.columns] : [])];
  const [gone] = await sql.query<Gone[]>(
    `with gone as (delete from ${rows} returning ${columns.join(', ')})${along ? `, along as (${along.change})` : ''}
     select count(*)::int as count, count(*) filter (where notable)::int as notable from gone`,
    parameters,
  );
  return gone ?? { count: 0, notable: 0 };
}
