import { hashToken } from '@sync/identity';
import { v7 as uuidv7 } from 'uuid';
import { benchPool } from '../bench-pool';

/** A caller of the API, with the shop of its tenant. */
export interface RequestCaller {
  token: string;
  shopId: string;
}

const insertTenants = `insert into tenants (id, name) select id, 'Bench' from unnest($1::uuid[]) id`;
const insertConnections = `
  insert into system_connections (id, tenant_id, system_id, name, base_url, status)
  select row.id, row.tenant_id, (select id from systems where slug = $3), 'Bench',
    case when $3 = 'commerce_a' then 'https://' || row.id || '.example' end, 'active'
  from unnest($1::uuid[], $2::uuid[]) as row (id, tenant_id)`;
const insertShops = `
  insert into shops (id, tenant_id, system_connection_id) select id, tenant_id, id from unnest($1::uuid[], $2::uuid[]) as row (id, tenant_id)`;
const insertRules = `
  insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
  select gen_random_uuid(), tenant_id, shop, caller, '{customers,orders,products}', true, true
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as row (shop, caller, tenant_id)`;
const insertTokens = `
  insert into access_tokens (id, system_connection_id, token_hash, name)
  select gen_random_uuid(), caller, hash, 'direct-initialisation' from unnest($1::uuid[], $2::bytea[]) as row (caller, hash)`;
const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, finished_at, tenant_id)
  select gen_random_uuid(), shop, capability, 'delta', 'succeeded', now(), tenant_id
  from unnest($1::uuid[], $2::uuid[]) as row (shop, tenant_id), unnest('{customers,orders,products}'::text[]) capability`;

/** Tenants with a direct system, its token, a shop that the direct system may read, and a sync of each kind. */
export async function insertCallers(databaseUrl: string, count: number): Promise<RequestCaller[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    token: `sca_${String(index).padStart(43, '0')}`,
    ids: { tenant: uuidv7(), caller: uuidv7(), shop: uuidv7() },
  }));
  const idsOf = (kind: 'tenant' | 'caller' | 'shop') => rows.map(({ ids }) => ids[kind]);
  const pool = benchPool(databaseUrl, 1);
  try {
    await pool.query(insertTenants, [idsOf('tenant')]);
    await pool.query(insertConnections, [idsOf('caller'), idsOf('tenant'), 'mailing_platform']);
    await pool.query(insertConnections, [idsOf('shop'), idsOf('tenant'), 'commerce_a']);
    await pool.query(insertShops, [idsOf('shop'), idsOf('tenant')]);
    await pool.query(insertRules, [idsOf('shop'), idsOf('caller'), idsOf('tenant')]);
    await pool.query(insertTokens, [idsOf('caller'), rows.map(({ token }) => hashToken(token))]);
    await pool.query(insertRuns, [idsOf('shop'), idsOf('tenant')]);
    await pool.query('vacuum analyze');
    return rows.map(({ token, ids }) => ({ token, shopId: ids.shop }));
  } finally {
    await pool.end();
  }
}
