import { randomBytes } from 'node:crypto';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { hashToken } from '@sync/identity';
import { until } from '@sync/test-harness';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { encryptionKeys, type Service } from './services';

/** A shop of a tenant, with the token of the direct system that reads it. */
export interface BenchShop {
  id: string;
  tenantId: string;
  callerId: string;
  token: string;
}

interface Wanted {
  /** Default: each shop has one of its own. */
  tenants?: number;
  /** Tenants without a successful sync. */
  areNew?: boolean;
  platform?: string;
  baseUrls?: readonly string[];
  credentials?: Readonly<Record<string, string>>;
}

const insert = `
  with owner as (
    select * from jsonb_to_recordset($1) as owner ("tenantId" uuid, "callerId" uuid, hash text)
  ), shop as (
    select * from jsonb_to_recordset($2) as shop (id uuid, "tenantId" uuid, "callerId" uuid, url text, credentials text)
  ), tenant as (
    insert into tenants (id, name, established_at) select "tenantId", 'Bench', case when not $3 then now() end from owner
  ), caller as (
    insert into system_connections (id, tenant_id, system_id, name, status, last_connected_at)
    select "callerId", "tenantId", systems.id, 'Bench', 'active', now() from owner join systems on slug = 'mailing_platform'
  ), token as (
    insert into access_tokens (id, system_connection_id, token_hash, name)
    select gen_random_uuid(), "callerId", decode(hash, 'hex'), 'direct-initialisation' from owner
  ), connection as (
    insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, configuration, last_connected_at)
    select shop.id, "tenantId", systems.id, 'Bench', url, credentials, 'active', '{"frequency": "manual"}', now()
    from shop join systems on slug = $4
  ), records as (
    insert into shops (id, tenant_id, system_connection_id) select id, "tenantId", id from shop
  )
  insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default,
    source_system_id, target_system_id)
  select gen_random_uuid(), "tenantId", shop.id, "callerId", '{customers,orders,products}', true, true, source.id, target.id
  from shop join systems source on source.slug = $4 join systems target on target.slug = 'mailing_platform'`;

/** Active shops, as handshakes leave them, whose records the tenant's direct system may read. */
export async function insertShops(pool: Pool, count: number, wanted: Wanted = {}): Promise<BenchShop[]> {
  const { tenants = count, areNew = false, platform = 'commerce_a', baseUrls = [], credentials } = wanted;
  const cipher = new CredentialsCipher(KeyRing.parse(encryptionKeys));
  const owners = Array.from({ length: tenants }, () => {
    return { tenantId: uuidv7(), callerId: uuidv7(), token: `sca_${randomBytes(32).toString('base64url')}` };
  });
  const shops = Array.from({ length: count }, (_, index) => ({ id: uuidv7(), ...(owners[index % tenants] as (typeof owners)[0]) }));
  const ownerRows = owners.map((owner) => ({ ...owner, hash: hashToken(owner.token).toString('hex') }));
  const shopRows = shops.map((shop, index) => {
    return { ...shop, url: baseUrls[index] ?? `https://${shop.id}.example`, credentials: credentials && cipher.seal(shop.id, credentials) };
  });
  await pool.query(insert, [JSON.stringify(ownerRows), JSON.stringify(shopRows), areNew, platform]);
  return shops;
}

interface Run {
  status: string;
  error: string | null;
  finished_at: string;
}

/** Asks the service for an export. Returns the address of the shop's runs. */
export async function requestSync({ api }: Service, { id, token }: BenchShop, capabilities?: readonly string[]): Promise<string> {
  const runs = `${api.url}/api/system-connections/${id}/syncs`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(runs, { method: 'POST', headers, body: JSON.stringify({ capabilities, mode: 'full' }) });
  if (!response.ok) throw new Error(`The request of a sync was responded to with ${response.status}: ${await response.text()}`);
  return runs;
}

/** Seconds from request to success of an export. */
export async function secondsOfSync(service: Service, shop: BenchShop, capability: string): Promise<number> {
  const requestedAt = Date.now();
  const runs = await requestSync(service, shop, [capability]);
  let run: Run | undefined;
  await until(async () => {
    const response = await fetch(`${runs}?limit=1`, { headers: { authorization: `Bearer ${shop.token}` } });
    [run] = ((await response.json()) as { data: Run[] }).data;
    return run !== undefined && !['queued', 'running', 'waiting'].includes(run.status);
  }, 600_000);
  if (run?.status !== 'succeeded') throw new Error(`The export of ${capability} ${run?.status}: ${run?.error}`);
  return (Date.parse(run.finished_at) - requestedAt) / 1_000;
}
