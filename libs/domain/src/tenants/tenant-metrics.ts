import type { SqlRunner } from '@sync/postgres';
import { figure } from '@sync/telemetry';

const unused = figure({
  name: 'sync_unused_tenants',
  help: 'Tenants that never began to link a shop: anybody can make one where direct initialisation is open. At most 100,000 are counted.',
});

const countUnlinked = 'select count(*)::int as value from (select from tenants where linked_at is null limit 100000) counted';

/** Measures the tenants of the whole service, at a bounded cost. */
export async function measureTenants(sql: SqlRunner): Promise<void> {
  unused.measured(await sql.query<[{ value: number }]>(countUnlinked));
}
