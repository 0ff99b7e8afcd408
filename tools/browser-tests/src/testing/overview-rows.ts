type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

const shops = [
  ['Nordkap Textil', 'Nordkap Wollwerk', 'error', 'shop_unreachable', 3],
  ['Nordkap Textil', 'Nordkap Outlet', 'error', 'credentials_refused', 70],
  ['Nordkap Textil', 'Nordkap B2B', 'error', 'shop_unreachable', 2],
  ['Lindenhof Möbelmanufaktur und Söhne', 'Lindenhof Möbel', 'error', 'reachable_again', 30],
  ['Nordkap Textil', 'Nordkap Kids', 'error', 'blocked', 12],
  ['Lindenhof Möbelmanufaktur und Söhne', 'Lindenhof Garten', 'error', 'shop_unreachable', 1],
  ['Lindenhof Möbelmanufaktur und Söhne', 'Lindenhof Küchen', 'active', 'blocked', 5],
  ['Teehaus Kranich', 'Teehaus Kranich', 'active', 'quota_used_up', 26],
  ['Teehaus Kranich', 'Kranich Keramik', 'active', 'deletions_held_back', 9],
  ['Teehaus Kranich', 'Kranich Bücher', 'active', null, 9],
] as const;

/** Shops that need a person for every reason, and a month of counts. All of it is of companies of its own: `Nordkap Textil` and others. */
export async function insertOverview(query: Query): Promise<void> {
  for (const [company, name, status, code, hours] of shops) {
    const reason = code && { code, message: 'x', since: new Date(Date.now() - hours * 3_600_000).toISOString() };
    await query(
      `with known as (select id from tenants where name = $1), made as (
         insert into tenants (id, name) select gen_random_uuid(), $1 where not exists (select from known) returning id
       )
       insert into system_connections (id, tenant_id, system_id, name, status, base_url, status_reason)
       select gen_random_uuid(), (select id from known union all select id from made), (select id from systems where slug = 'commerce_b'), $2, $3,
         'https://' || md5($2) || '.example', $4::jsonb`,
      [company, name, status, reason && JSON.stringify(reason)],
    );
  }
  const idOf = (name: string) => `(select id from system_connections where name = '${name}')`;
  const place = (name: string) =>
    `${idOf(name)}, (select tenant_id from system_connections where name = '${name}'), (select id from systems where slug = 'commerce_b')`;
  await query(
    `insert into sync_runs (id, system_connection_id, tenant_id, system_id, capability, mode, status, finished_at, deletions_held_back, incomplete, waiting_reason, waiting_until, failing_since)
     values (gen_random_uuid(), ${place('Kranich Keramik')}, 'products', 'reconcile', 'succeeded', now() - interval '9 hours', 1240, null, null, null, null),
       (gen_random_uuid(), ${place('Kranich Bücher')}, 'products', 'full', 'succeeded', now() - interval '9 hours', 0, 'One page.', null, null, null),
       (gen_random_uuid(), ${place('Kranich Bücher')}, 'orders', 'delta', 'running', null, 0, null, 'The shop responded to orders page 1 with 500.', now(), now() - interval '4 minutes')`,
  );
  await query(
    `insert into refused_webhooks (system_connection_id, times, since) values (${idOf('Kranich Bücher')}, 5, now() - interval '2 days')`,
  );
  await query(
    `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, disabled_reason, secrets, failing_since)
     select gen_random_uuid(), tenant_id, id, 'https://erp.example', 'disabled', 'failing', 'v1.x', now() - interval '3 days' from system_connections where name = 'Kranich Keramik'`,
  );
  await query(
    `insert into tasks (id, queue, name, payload, state, max_attempts, finished_at, system_connection_id, tenant_id, system_id, last_error)
     select gen_random_uuid(), 'webhooks', 'process-webhook', '{}', 'failed', 5, now() - interval '5 hours', ${place('Lindenhof Möbel')}, 'x' from generate_series(1, 17)`,
  );
  await query(
    `insert into sync_run_hours (hour, status, reason, runs, records_written)
     select date_trunc('hour', now(), 'UTC') - hours * interval '1 hour', status, reason, count * (3 + hours * 7 % 5), count * 31 * (hours * 13 % 17)
     from generate_series(1, 719) hours, (values ('succeeded', '', 40, 1), ('cancelled', '', 1, 9), ('failed', 'shop_unreachable', 2, 1), ('failed', 'credentials_refused', 1, 5), ('failed', 'other', 1, 11)) kind (status, reason, count, every)
     where hours % every = 0`,
  );
  await query(
    `insert into webhook_counts (starts_at, is_hour, webhooks)
     select date_trunc('hour', now(), 'UTC') - hours * interval '1 hour', true, 900 + 600 * sin(hours / 3.8) + hours * 11 % 97 from generate_series(3, 719) hours`,
  );
}

/** Only the counts stay. */
export async function deleteOverview(query: Query): Promise<void> {
  await query('delete from system_connections where name = any($1)', [shops.map(([, name]) => name)]);
  await query('delete from tenants where name = any($1)', [shops.map(([company]) => company)]);
}
