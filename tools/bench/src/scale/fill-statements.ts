import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Sizes } from './sizes';

/**
 * SQL that fills the product's tables. Every value follows from the number of its row, so two fills are alike. The sets are as real
 * ones: a few tenants have hundreds of connections, a few shops have most records; nearly every run has ended and nearly every task is
 * done. Nothing is due: the cases of the benchmark add the work that they measure, the same amount in a small and a large database.
 */

/** Numbers between 0 and 1 that look random: multiples of the golden ratio. */
const random = (number: string, salt = 0): string => `mod((${number} + ${salt})::numeric * 0.6180339887498949, 1)::float8`;

/** A time-ordered id: milliseconds, and a number that makes it unique. */
const idAt = (instant: string, number: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`;

/** Ids that need no instant: the number orders them. */
const idOf = (kind: number, number: string): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '000070008000' || lpad(to_hex((${number})::bigint), 12, '0'))::uuid`;

const kinds = { tenant: 1, connection: 2, token: 3, rule: 4, transition: 5 };
const connectionId = (number: string): string => idOf(kinds.connection, number);
const tenantId = (number: string): string => idOf(kinds.tenant, number);

export const insertTenants = ({ tenants }: Sizes): string => `
  insert into tenants (id, name, established_at, linked_at, created_at)
  select ${tenantId('n')}, 'Tenant ' || n, case when n % 10 < 9 then now() - interval '100 days' end, now() - interval '1 year',
    now() - interval '1 year'
  from generate_series(1, ${tenants}) n`;

/** The first connection of each tenant is a direct one; the shops go to few tenants more than to most. */
export const insertConnections = ({ tenants, connections }: Sizes): string => `
  insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, configuration, last_connected_at,
    disconnected_at, created_at)
  select ${connectionId('n')}, ${tenantId(`case when n <= ${tenants} then n else 1 + floor(${tenants} * luck * luck)::int end`)}, system.id,
    'Shop ' || n, case when not system.is_direct then 'https://shop-' || n || '.example' end,
    case when not system.is_direct then 'v1.bench.' || md5(n::text) || '.' || md5(n::text) || '.' || repeat(md5(n::text), 6) end,
    status, case when not system.is_direct then jsonb_build_object('frequency', (array['daily', 'daily', 'every_six_hours', 'weekly', 'hourly'])[n % 5 + 1]) end,
    now() - interval '100 days', case when status = 'disconnected' then now() - interval '5 days' end,
    now() - case when status = 'pending' then interval '20 hours' else interval '200 days' end * ${random('n', 3)}
  from (
    select n, ${random('n')} as luck, case when n <= ${tenants} then 'active'
      else (array['inactive', 'error', 'pending', 'disconnected'])[(${random('n', 7)} * 50)::int + 1] end as given,
      case when n <= ${tenants} then 'mailing_platform' when n % 4 = 0 then 'commerce_b' else 'commerce_a' end as slug
    from generate_series(1, ${connections}) n
  ) drawn
  join systems system using (slug)
  cross join lateral (select coalesce(given, 'active') as status) state
  order by n`;

export const insertAccess = ({ connections }: Sizes): readonly string[] => [
  `insert into access_tokens (id, system_connection_id, token_hash, name, last_used_at)
   select ${idOf(kinds.token, 'n')}, ${connectionId('n')}, sha256(('bench ' || n)::bytea), 'plugin-widget', now() - interval '1 day'
   from generate_series(1, ${connections}) n`,
  `insert into connection_tokens (id, system_connection_id, token_hash, expires_at, used_at)
   select ${idOf(kinds.token, 'n')}, id, sha256(('connect ' || n)::bytea), now() + interval '1 day', case when status <> 'pending' then now() end
   from generate_series(1, ${connections}) n join system_connections on id = ${connectionId('n')} where status = 'pending' or n % 20 = 0`,
  `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default,
     source_system_id, target_system_id)
   select gen_random_uuid(), shop.tenant_id, shop.id, direct.id, '{customers,orders,products}', true, true, shop.system_id, direct.system_id
   from system_connections shop join systems on systems.id = shop.system_id and not is_direct
     join system_connections direct on direct.tenant_id = shop.tenant_id join systems of_direct on of_direct.id = direct.system_id and of_direct.is_direct
   order by shop.id`,
  `insert into connection_transitions (id, system_connection_id, tenant_id, from_status, to_status, reason, actor, at)
   select ${idOf(kinds.transition, '2 * n + step')}, connection.id, tenant_id, (array['(new)', 'pending'])[step + 1], (array['pending', 'active'])[step + 1],
     'finalisation', 'plugin', created_at
   from generate_series(1, ${connections}) n join system_connections connection on connection.id = ${connectionId('n')}, generate_series(0, 1) step`,
];

/**
 * Ended runs of the last 90 days, oldest first. The newest of each capability is a few minutes old, so that nothing is due: its time
 * of request is what the next run is counted from.
 */
export function insertRuns({ connections, tenants, runs }: Sizes): string {
  const shops = connections - tenants;
  const rounds = Math.max(1, Math.round(runs / (shops * systemCapabilities.length)));
  return `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, pages_total, pages_done, records_fetched,
    records_written, error, created_at, started_at, finished_at, tenant_id, system_id)
  select ${idAt('at', '(round * 3 + place) * 16777216 + n')}, ${connectionId('n')}, capability, 'delta', drawn.status, at - interval '1 day', 1, 1, 12, 3,
    case when drawn.status = 'failed' then 'The shop did not respond.' end, at, at + interval '2 seconds', at + interval '5 seconds',
    shop.tenant_id, shop.system_id
  from generate_series(${rounds} - 1, 0, -1) round, unnest('{${systemCapabilities.join()}}'::text[]) with ordinality as wanted (capability, place),
    generate_series(${tenants} + 1, ${connections}) n,
    lateral (select now() - interval '1 second' * ${random('n', 11)} * 300 - round * interval '${Math.floor(88 / rounds)} days' as at,
      case when round = 0 or ${random('n * 31 + round')} < 0.95 then 'succeeded' else 'failed' end as status) drawn,
    system_connections shop
  where shop.id = ${connectionId('n')}`;
}

/** Done tasks, oldest first: webhooks of the last 29 days, other work of the last six. */
export const insertTasks = ({ connections, tenants, tasks }: Sizes): string => `
  insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, not_before, held, partition, subpartition, request_id,
    created_at, updated_at, finished_at, topic, delivery_id, body_hash)
  select ${idAt('at', 'n')}, case when is_webhook then 'webhooks' else 'bulk-sync' end, case when is_webhook then 'process-webhook' else 'plan-sync-run' end,
    case when is_webhook then '{}'::jsonb else jsonb_build_object('syncRunId', connection.id) end, connection.id, 'done', 1, 5, at, false,
    connection.tenant_id, connection.id, md5(n::text), at, at, at + interval '1 second', case when is_webhook then 'order.updated' end,
    case when is_webhook then md5('delivery ' || n) end, case when is_webhook then sha256(n::text::bytea) end
  from generate_series(1, ${tasks}) n
  cross join lateral (select n > ${tasks} * 0.8 and n % 5 > 1 as is_other) other
  cross join lateral (select not is_other as is_webhook, now() - interval '1 second' * ((${tasks} - n)::float8 / ${tasks}) * 86400 * 29 as at) drawn
  join system_connections connection on connection.id = ${connectionId(`${tenants} + 1 + floor(power(${random('n', 17)}, 2) * ${connections - tenants})::int`)}
  order by n`;

/** As the scheduler leaves them: within the next day. */
export const insertSchedule = ({ connections }: Sizes): string => `
  insert into scheduled_syncs (system_connection_id, capability, due_at)
  select ${connectionId('n')}, capability, now() + interval '1 hour' + interval '23 hours' * ${random('n', 29)}
  from generate_series(1, ${connections}) n, unnest('{${[...systemCapabilities].sort().join()}}'::text[]) as capability`;

/** As a first activation leaves them, with every shop's records linked up to where the feed ends. */
export const insertShops =
  'insert into shops (id, tenant_id, system_connection_id, linked_before) select id, tenant_id, id, 2 from system_connections';

const shares: Record<SystemCapability, number> = { orders: 0.5, customers: 0.35, products: 0.15 };

const address = `{"first_name":"Erika","last_name":"Muster","company":null,"address1":"Hauptstrasse 1","address2":null,"city":"Berlin","region":"BE","postal_code":"10115","country":"DE","phone":"+49 30 1000000","email":null,"vat_id":null}`;
const item = `{"source_id":"1","product_source_id":"7","name":"Green tea, 250 g","quantity":2,"unit_price":990,"total":1980,"product_id":null,"product_custom_id":null,"sku":"TEA-7","currency":null}`;

const contents: Record<SystemCapability, Record<string, string>> = {
  orders: {
    total: '1980 + number',
    status: `'completed'`,
    currency: `'EUR'`,
    source_order_number: 'number::text',
    customer_source_id: `(number % 50)::text`,
    customer_id: idOf(9, 'number % 50'),
    date_paid: `'2026-03-01T09:31:00'`,
    address_billing: `'${address}'::json`,
    line_items: `'[${item}]'::json`,
  },
  customers: {
    email: `'erika.' || number || '@example.test'`,
    first_name: `'Erika'`,
    last_name: `'Muster'`,
    address_billing: `'${address}'::json`,
  },
  products: {
    price: '990',
    name: `'Green tea no. ' || number`,
    status: `'active'`,
    sku: `'TEA-' || number`,
    currency: `'EUR'`,
    categories: `'["Tea"]'`,
  },
};

/** Two of five records belong to one shop in two thousand, three of ten to one in twenty, the rest to all others. */
export function insertRecords(table: SystemCapability, { connections, tenants, records }: Sizes): string {
  const shops = connections - tenants;
  const [big, middle] = [Math.max(1, Math.round(shops / 2_000)), Math.max(1, Math.round(shops / 20))];
  const each = (part: number, of: number): string => ((records * shares[table] * part) / of).toFixed(3);
  const content = contents[table];
  return `
  insert into ${table} (id, shop_id, content_hash, feed_position, feed_bytes, source_id, system, created_at, created_at_utc,
    updated_at, updated_at_utc, tags, custom_attributes, ${Object.keys(content).join(', ')})
  select (lpad(to_hex(shop + 16777216), 12, '0') || '70008000' || lpad(to_hex(number), 12, '0'))::uuid, ${connectionId(`${tenants} + shop`)},
    md5(shop || ' ' || number)::uuid, 1, 1400, (1000000 + number)::text, 'commerce_a', '2026-02-01T08:00:00', '2026-02-01T07:00:00Z',
    '2026-03-02T10:15:00', '2026-03-02T09:15:00Z', '[]', '[]',
    ${Object.values(content).join(', ')}
  from generate_series(1, ${shops}) shop
  cross join lateral (select mod(shop::bigint * 7919, ${shops}) as rank) ranked
  cross join lateral (select floor(case when rank < ${big} then ${each(0.4, big)} when rank < ${big + middle} then ${each(0.3, middle)}
    else ${each(0.3, shops - big - middle)} end + ${random('shop', 23)})::int as size) sized,
  generate_series(1, size) number`;
}
