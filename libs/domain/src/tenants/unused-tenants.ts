import type { SqlRunner } from '@sync/postgres';
import { figure } from '@sync/telemetry';
import type { DataSource, EntityManager } from 'typeorm';
import { countConnections, type CountedConnection } from '../connections/connection-counts';

/** A tenant that a direct initialisation created and that never linked anything. */
export interface UnusedTenant {
  id: string;
  name: string;
  createdAt: Date;
  /** When one of its tokens was last used; null: never. */
  lastUsedAt: Date | null;
}

const batchSize = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** $1: days. Older than that, without a request for as long, and it never began to link a shop. */
const unused = `
  from tenants tenant
  where tenant.linked_at is null and tenant.created_at < now() - make_interval(days => $1)
    and not exists (select from system_connections own join access_tokens token on token.system_connection_id = own.id
                    where own.tenant_id = tenant.id and own.deleted_at is null and token.last_used_at >= now() - make_interval(days => $1))`;

const lastUsed = `
  (select max(token.last_used_at) from system_connections own join access_tokens token on token.system_connection_id = own.id
   where own.tenant_id = tenant.id)`;

/** Oldest first, at most `limit`, and how many there are in all. */
export async function findUnusedTenants(
  manager: EntityManager,
  olderThanDays: number,
  limit: number,
): Promise<{ tenants: UnusedTenant[]; total: number }> {
  const tenants = await manager.query<UnusedTenant[]>(
    `select tenant.id, tenant.name, tenant.created_at as "createdAt", ${lastUsed} as "lastUsedAt" ${unused} order by tenant.created_at, tenant.id limit $2`,
    [olderThanDays, limit],
  );
  const [counted] = await manager.query<{ total: number }[]>(`select count(*)::int as total ${unused}`, [olderThanDays]);
  return { tenants, total: counted?.total ?? 0 };
}

/** Deletes them with their direct connections, tokens, work and log of transitions. Returns how many. */
export async function eraseUnusedTenants(dataSource: DataSource, olderThanDays: number): Promise<number> {
  let erased = 0;
  for (let after: string | null = beforeAll; after !== null;) {
    const batch: Batch = await dataSource.transaction((manager) => eraseBatch(manager, olderThanDays, after ?? beforeAll));
    erased += batch.erased;
    after = batch.last;
  }
  return erased;
}

interface Batch {
  erased: number;
  /** The last tenant that the batch looked at; null: none was left. */
  last: string | null;
}

const deleteConnections = `
  with gone as (
    delete from system_connections where tenant_id = any($1::uuid[])
    returning tenant_id as "tenantId", system_id as "systemId", status, deleted_at
  )
  select "tenantId", "systemId", status from gone where deleted_at is null`;

/** Linking a shop (noteLinked) updates the tenant's row: a concurrent link waits for this lock, or the second query sees it. */
async function eraseBatch(manager: EntityManager, olderThanDays: number, after: string): Promise<Batch> {
  const locked = await manager.query<{ id: string }[]>(
    `select tenant.id ${unused} and tenant.id > $2 order by tenant.id limit ${batchSize} for update of tenant skip locked`,
    [olderThanDays, after],
  );
  const still = await manager.query<{ id: string }[]>(`select tenant.id ${unused} and tenant.id = any($2::uuid[])`, [
    olderThanDays,
    locked.map(({ id }) => id),
  ]);
  const ids = [still.map(({ id }) => id)];
  await manager.query('delete from connection_transitions where tenant_id = any($1::uuid[])', ids);
  await countConnections(manager, { were: await manager.query<CountedConnection[]>(deleteConnections, ids) });
  await manager.query('delete from tenants where id = any($1::uuid[])', ids);
  return { erased: still.length, last: locked.at(-1)?.id ?? null };
}

const unlinked = figure({
  name: 'sync_unused_tenants',
  help: 'Tenants that never began to link a shop: anybody can make one where direct initialisation is open. At most 100,000 are counted.',
});

const countUnlinked = 'select count(*)::int as value from (select from tenants where linked_at is null limit 100000) counted';

/** Measures the tenants of the whole service, at a bounded cost. */
export async function measureTenants(sql: SqlRunner): Promise<void> {
  unlinked.measured(await sql.query<[{ value: number }]>(countUnlinked));
}
