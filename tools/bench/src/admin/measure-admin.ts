import { createDataSource } from '@sync/identity';
import type { DataSource } from 'typeorm';
import { sayProgress } from '../bench-progress';
import { compared, median, round, secondsOf, type BenchRow } from '../measure';
import { checkDisk, fillDatabase } from '../scale/fill-database';
import type { Sizes } from '../scale/sizes';
import type { BenchPostgres } from '../services';
import { adminLists, type AdminList, type AdminTargets } from './admin-lists';
import { fillAdministration } from './fill-administration';

const turns = 9;
const calls = 10;
/** A list may take as long as so many plain queries of its table. */
const plainQueries = 3;

/** What a page of rows costs when the key alone leads to it. Each table has few kinds of ids, so the newest rows serve. */
const plainQuery = ({ table }: AdminList): string =>
  `select * from ${table} order by ${table === 'audit_log' ? 'at desc, id' : 'id'} desc limit 51`;

const findTargets = `
  with tenant as (
    select tenant_id as id from system_connections where tenant_id is not null group by 1 order by count(*) desc, 1 limit 20
  )
  select array(select id from tenant) as "tenantIds",
    (select id from system_connections where tenant_id = (select id from tenant limit 1) and base_url is not null order by id limit 1) as "connectionId",
    array(select id from systems where not is_direct and slug = 'commerce_a') as "systemIds"`;

/** Every list and search of the admin API on a filled database, against three plain indexed queries. `factor`: 1 means 200,000 connections. */
export async function measureAdmin(postgres: BenchPostgres, factor: number): Promise<BenchRow[]> {
  checkDisk(postgres.dataDir, factor);
  const url = await postgres.createDatabase('admin');
  const sizes = await fillDatabase(url, factor, { withRecords: false });
  await fillAdministration(url, sizes);
  const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
  try {
    const [targets] = await dataSource.query<[AdminTargets]>(findTargets);
    const rows: BenchRow[] = [];
    for (const list of adminLists(targets)) rows.push(await measure(dataSource, list, sectionOf(sizes)));
    return rows;
  } finally {
    await dataSource.destroy();
  }
}

/** Turn by turn beside its plain query, so that a slow moment hits both. */
async function measure(dataSource: DataSource, list: AdminList, section: string): Promise<BenchRow> {
  const plain = plainQuery(list);
  const taken = { list: [] as number[], plain: [] as number[] };
  for (let turn = 0; turn <= turns; turn += 1) {
    const listMs = await millisecondsOf(() => list.run(dataSource));
    const plainMs = await millisecondsOf(() => dataSource.query(plain));
    // The first turn fills the caches.
    if (turn === 0) continue;
    taken.list.push(listMs);
    taken.plain.push(plainMs);
  }
  const [value, limit] = [median(taken.list), plainQueries * median(taken.plain)];
  sayProgress(`  ${list.what}: ${round(value)} ms against ${round(limit)} ms`);
  return compared({ section, what: list.what, value, unit: 'ms', against: 'three plain queries', limit, goal: '<= 1' });
}

async function millisecondsOf(run: () => Promise<unknown>): Promise<number> {
  const seconds = await secondsOf(async () => {
    for (let call = 0; call < calls; call += 1) await run();
  });
  return (seconds * 1_000) / calls;
}

const sectionOf = ({ connections, runs, tasks }: Sizes): string =>
  `Admin API with ${connections.toLocaleString('en')} connections, ${runs.toLocaleString('en')} runs, ${tasks.toLocaleString('en')} tasks`;
