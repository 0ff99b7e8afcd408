import { Client } from 'pg';
import { sayProgress } from '../bench-progress';
import type { Sizes } from '../scale/sizes';

/** Of the tasks. */
const failedShare = 0.05;
/** Of the sync rules. */
const oddShare = 0.001;

/** What administrators see beside the work of the service: failed tasks, rules made by hand, counts and a year of the audit log. */
const statements = ({ runs }: Sizes): string[] => [
  `update tasks set state = 'failed', attempts = 5, last_error = 'The shop did not respond.'
   where id in (select id from tasks where mod(abs(hashtext(id::text)), ${1 / failedShare}) = 0)`,
  `update tasks set tenant_id = connection.tenant_id, system_id = connection.system_id
   from system_connections connection where state = 'failed' and connection.id = system_connection_id`,
  `update sync_rules set is_active = false, is_default = mod(abs(hashtext(id::text)), 2) = 0
   where mod(abs(hashtext(id::text || 'odd')), ${1 / oddShare}) = 0`,
  `insert into connection_counts select place.tenant_id, place.system_id, status, count(*), true
   from system_connections connection cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid), (connection.tenant_id, connection.system_id)) place (tenant_id, system_id)
   where deleted_at is null and place.tenant_id is not null and place.system_id is not null group by 1, 2, 3`,
  `insert into sync_run_minutes select now() - n * interval '1 minute', 500, 3, 1, 4000 from generate_series(0, 1440) n`,
  `insert into webhook_minutes select now() - n * interval '1 minute', 30000 from generate_series(0, 60) n`,
  `insert into audit_log (id, at, actor, action, object_type, object_id, tenant_id, after, request_id, address)
   select gen_random_uuid(), now() - n * interval '30 seconds', 'administrator:' || mod(n, 50),
     (array['connection.disconnect', 'sync_run.cancel', 'failed_task.retry', 'user.change'])[1 + mod(n, 4)], 'connection', n::text,
     tenant.id, '{"status": "disconnected"}', md5(n::text), '192.0.2.7'
   from generate_series(1, ${Math.round(runs / 5)}) n
   join (select id, row_number() over (order by id) - 1 as place from tenants limit 20) tenant on tenant.place = mod(n, 20)`,
  `vacuum analyze tasks, sync_rules, connection_counts, sync_run_minutes, webhook_minutes, audit_log`,
];

export async function fillAdministration(url: string, sizes: Sizes): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c synchronous_commit=off -c session_replication_role=replica' });
  await client.connect();
  try {
    for (const statement of statements(sizes)) await client.query(statement);
    sayProgress('  failed tasks, rules and the audit log filled');
  } finally {
    await client.end();
  }
}
