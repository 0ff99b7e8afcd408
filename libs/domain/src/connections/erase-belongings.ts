import type { DataSource, EntityManager } from 'typeorm';

/** Keys that are looked up at once; rows that are deleted in one transaction. */
const lookedUp = 50_000;
const atOnce = 1_000;

/** How somebody reaches a connection, and what for. */
const access = [
  'delete from sync_rules where source_connection_id = $1 or target_connection_id = $1',
  'delete from connection_tokens where system_connection_id = $1',
  'delete from access_tokens where system_connection_id = $1',
];

/** Every other table that belongs to connections, with its key; deliveries go with their tasks, page ranges with their runs. */
const belongings = { orders: 'id', customers: 'id', products: 'id', tasks: 'id', webhook_deliveries: 'task_id', sync_runs: 'id' };

/** SQL, true when nothing of the connection $1 is left in those tables. */
export const nothingBelongs = Object.keys(belongings)
  .map((table) => `not exists (select from ${table} where system_connection_id = $1)`)
  .join(' and ');

/** Tokens and rules of a connection, in the transaction that ends it. */
export async function removeAccess(manager: EntityManager, connectionId: string): Promise<void> {
  for (const statement of access) await manager.query(statement, [connectionId]);
}

/**
 * Records, runs and work of a connection that is gone for its readers, in steps: none locks anything for long or holds up the
 * records feed. What somebody is working on at this moment stays. Throws once the signal is aborted.
 */
export async function eraseBelongings(dataSource: DataSource, connectionId: string, signal?: AbortSignal): Promise<void> {
  for (const [table, key] of Object.entries(belongings)) {
    for (let erased = true; erased;) {
      // Looked up together, because each look-up passes by all that was erased before.
      const find = `select ${key} as id from ${table} where system_connection_id = $1 limit ${lookedUp}`;
      const found = await dataSource.query<{ id: string }[]>(find, [connectionId]);
      erased = await eraseRows(
        dataSource,
        table,
        key,
        found.map(({ id }) => id),
        signal,
      );
    }
  }
}

/** By a list, so that the key's index is used whatever is known of the table. Returns whether any was deleted. */
async function eraseRows(
  dataSource: DataSource,
  table: string,
  key: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const statement = `
    with gone as (
      delete from ${table} where ${key} = any(array(select ${key} from ${table} where ${key} = any($1) for update skip locked)) returning 1
    )
    select count(*)::int as count from gone`;
  let erased = 0;
  for (let start = 0; start < ids.length; start += atOnce) {
    signal?.throwIfAborted();
    const [row] = await dataSource.query<{ count: number }[]>(statement, [ids.slice(start, start + atOnce)]);
    erased += row?.count ?? 0;
  }
  return erased > 0;
}
