import { sayProgress } from '../bench-progress';
import { statfsSync } from 'node:fs';
import { systemCapabilities } from '@sync/records';
import { Client } from 'pg';
import { secondsOf } from '../measure';
import {
  insertAccess,
  insertConnections,
  insertRecords,
  insertRuns,
  insertSchedule,
  insertShops,
  insertTasks,
  insertTenants,
} from './fill-statements';
import { diskBytesOf, neededBytesOf, sizesOf, type Sizes } from './sizes';

/** Settings of a server whose tables are filled without write-ahead log. */
export const fillSettings = { wal_level: 'minimal', max_wal_senders: '0' };

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

/** Throws when the volume of the folder has too little room for a database of that factor. Prints both figures. */
export function checkDisk(folder: string, factor: number): void {
  const sizes = sizesOf(factor);
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [neededBytesOf(sizes), bavail * bsize];
  sayProgress(`  about ${gigabytes(diskBytesOf(sizes))} on disk, ${gigabytes(needed)} while it fills, ${gigabytes(free)} free`);
  if (free < needed) throw new Error(`Filling needs ${gigabytes(needed)} free on ${folder}. Free some, or pass a smaller --factor.`);
}

/** Fills a migrated, empty database, two tables at a time. At factor 1 that takes some minutes; records are most of it. */
export async function fillDatabase(url: string, factor: number, { withRecords = true } = {}): Promise<Sizes> {
  const sizes = sizesOf(factor);
  await inSession(url, async (client) => {
    const statements = [insertTenants(sizes), insertConnections(sizes), insertShops, ...insertAccess(sizes)];
    for (const statement of statements) await client.query(statement);
    await client.query(
      'vacuum analyze tenants, system_connections, shops, access_tokens, connection_tokens, sync_rules, connection_transitions',
    );
  });
  const rest = [
    { table: 'scheduled_syncs', statement: insertSchedule(sizes) },
    { table: 'tasks', statement: insertTasks(sizes) },
    ...(withRecords ? [...systemCapabilities].reverse() : []).map((table) => ({ table, statement: insertRecords(table, sizes) })),
    { table: 'sync_runs', statement: insertRuns(sizes) },
  ];
  const fill = (): Promise<void> =>
    inSession(url, async (client) => {
      for (let next = rest.pop(); next; next = rest.pop()) {
        const { table, statement } = next;
        const seconds = await secondsOf(() => fillTable(client, table, statement));
        sayProgress(`  ${table} filled in ${Math.round(seconds)} s`);
      }
    });
  await Promise.all([fill(), fill()]);
  await inSession(url, (client) => client.query('checkpoint'));
  return sizes;
}

/**
 * A table that was emptied in the same transaction is written without write-ahead log (wal_level minimal). Keys stay, because rows come in
 * their order; the other indexes are made afterwards, which is faster.
 */
async function fillTable(client: Client, table: string, statement: string): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = $1 and indexname not in (select conname from pg_constraint where conrelid = tablename::regclass)`,
    [table],
  );
  await client.query('begin');
  await client.query(`truncate ${table} cascade`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('commit');
  await client.query(`vacuum analyze ${table}`);
}

/** Without foreign keys and triggers row by row: every row is derived from its connection's number. */
async function inSession(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const options = '-c synchronous_commit=off -c session_replication_role=replica -c maintenance_work_mem=256MB -c work_mem=128MB';
  const client = new Client({ connectionString: url, options });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
