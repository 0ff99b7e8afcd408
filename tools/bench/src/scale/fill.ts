import { statfsSync } from 'node:fs';
import { Client } from 'pg';
import { sayProgress } from '../bench-progress';

/** Rows of a filled database. */
export interface Sizes {
  tenants: number;
  connections: number;
  records: number;
  runs: number;
  tasks: number;
}

/** 200 connections at the smallest factor, 200,000 at 1. */
export function sizesOf(factor: number): Sizes {
  const scaled = (rows: number): number => Math.round(rows * Math.max(factor, 0.001));
  const connections = 10 * scaled(20_000);
  return { tenants: connections / 10, connections, records: scaled(10_000_000), runs: scaled(5_000_000), tasks: scaled(2_000_000) };
}

/** Throws when the volume of the folder has too little room for a database of that factor. */
export function checkDisk(folder: string, factor: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const missing = 15 * factor - (bavail * bsize) / 1024 ** 3;
  if (missing > 0) throw new Error(`${folder} has ${missing.toFixed(1)} GiB too little room. Free some, or pass a smaller --factor.`);
}

/** A number between 0 and 1 that looks random: a multiple of the golden ratio. */
const random = (number: string): string => `mod((${number})::numeric * 0.6180339887498949, 1)::float8`;
/** An id that its number orders. */
const idOf = (kind: number, number: string): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '000070008000' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`;
const tenantId = (number: string): string => idOf(1, number);
const connectionId = (number: string): string => idOf(2, number);

/** `own`: SQL of the columns in which row `n` differs from the model, a row that the service has stored. */
interface Copies {
  table: string;
  rows: number;
  own: Readonly<Record<string, string>>;
  model?: string;
}

/**
 * As real sets: few tenants have many shops, few shops have most records, nearly every run has ended and nearly every task is done.
 * Nothing is due: the cases add the work that they measure, the same amount in a small and a large database. Direct connections have the
 * first numbers, one for each tenant.
 */
function copiesOf({ tenants, connections, records, runs, tasks }: Sizes): Copies[] {
  const shops = connections - tenants;
  const ownerOf = (shop: string): string => `1 + floor(${tenants} * power(${random(shop)}, 2))`;
  const tenantOf = (shop: string): string => tenantId(ownerOf(shop));
  const shopId = (shop: string): string => connectionId(`${tenants} + ${shop}`);
  const [id, tenant_id] = [shopId('n'), tenantOf('n')];
  const some = `1 + mod(n * 7919, ${shops})`;
  const ofSome = { system_connection_id: shopId(some), tenant_id: tenantOf(some) };
  const at = (rows: number, days: number) => `now() - interval '${days} days' * (${rows} - n) / ${rows}`;
  const ended = (rows: number, days: number) => ({ created_at: at(rows, days), finished_at: at(rows, days) });
  const mostly = (usual: string): string => `case when mod(n, 20) = 0 then 'failed' else '${usual}' end`;
  const direct = { id: connectionId('n'), tenant_id: tenantId('n') };
  const shop = { id, tenant_id, base_url: `'https://shop-' || n || '.example'`, name: `'Shop ' || n` };
  const token = { id: idOf(3, 'n'), system_connection_id: connectionId('n'), token_hash: `sha256(('bench ' || n)::bytea)` };
  const rule = { id: idOf(4, 'n'), tenant_id, source_connection_id: id, target_connection_id: connectionId(ownerOf('n')) };
  const run = { ...ofSome, ...ended(runs, 88), id: idOf(5, 'n'), status: mostly('succeeded') };
  const task = { ...ofSome, ...ended(tasks, 29), id: idOf(6, 'n'), state: mostly('done'), body: 'null', delivery_id: `md5(n::text)` };
  const order = {
    id: idOf(7, 'n'),
    shop_id: shopId(`1 + floor(${shops - 1} * power(n::float8 / ${records}, 3))`),
    source_id: `(1000000 + n)::text`,
    content_hash: 'md5(n::text)::uuid',
    custom_attributes: `'[]'`,
    address_shipping: 'null',
  };
  return [
    { table: 'tenants', rows: tenants, own: { id: tenantId('n'), name: `'Tenant ' || n` } },
    { table: 'system_connections', rows: tenants, own: direct, model: 'base_url is null' },
    { table: 'system_connections', rows: shops, own: shop, model: 'base_url is not null' },
    { table: 'shops', rows: shops, own: { id, tenant_id, system_connection_id: id } },
    { table: 'access_tokens', rows: connections, own: token },
    { table: 'sync_rules', rows: shops, own: rule },
    { table: 'sync_runs', rows: runs, own: run },
    { table: 'tasks', rows: tasks, own: task },
    { table: 'orders', rows: records, own: order },
  ];
}

/** Fills a database that has one row of each table. At factor 1 that takes some minutes; records are most of it. */
export async function fillDatabase(url: string, sizes: Sizes): Promise<void> {
  // Without foreign keys and triggers row by row: every row is derived from its number.
  const options = '-c synchronous_commit=off -c session_replication_role=replica -c maintenance_work_mem=512MB';
  const client = new Client({ connectionString: url, options });
  await client.connect();
  try {
    for (const copies of copiesOf(sizes)) {
      await fillTable(client, copies);
      sayProgress(`  ${copies.table}: ${copies.rows.toLocaleString('en')} rows`);
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Keys stay, because rows come in their order. The other indexes are made afterwards, which is faster. */
async function fillTable(client: Client, { table, model = 'true', rows, own }: Copies): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`,
    [table],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = $1 and indexname not in (select conname from pg_constraint where conrelid = $1::regclass)`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await client.query('begin');
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into ${table} (${names.join()}) select ${names.map((name) => own[name] ?? `model.${name}`).join()}
     from generate_series(1, ${rows}::bigint) n, (select * from ${table} where ${model} limit 1) model`,
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('commit');
  await client.query(`vacuum analyze ${table}`);
}
