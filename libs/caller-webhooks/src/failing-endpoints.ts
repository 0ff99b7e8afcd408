import { noteEndpoint } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { lockEndpoint, stopEndpoint } from './change-webhook-endpoints';
import { setDue } from './webhook-endpoint';

/** Shares of the time until an endpoint is disabled, in percent, at which its owner hears of it. */
const warnings = [50, 90] as const;

const failing = `
  select id, system_connection_id as "connectionId", url, warned, extract(epoch from now() - failing_since)::float8 as "seconds"
  from webhook_endpoints
  where failing_since < now() - make_interval(secs => $1::float8 * ${warnings[0]} / 100) and status = 'enabled'
  order by failing_since limit 500`;

interface FailingEndpoint {
  id: string;
  connectionId: string;
  url: string;
  warned: number;
  seconds: number;
}

/** Warns of endpoints all of whose attempts have failed for long, and disables those that did for the whole time. */
export async function watchFailingEndpoints(dataSource: DataSource, disableAfterSeconds: number): Promise<void> {
  for (const endpoint of await dataSource.query<FailingEndpoint[]>(failing, [disableAfterSeconds]))
    await dataSource.transaction(async (manager) => {
      const now = await lockEndpoint(manager, endpoint.connectionId, endpoint.id);
      if (now?.status !== 'enabled' || now.failingSince === null) return;
      const share = (100 * endpoint.seconds) / disableAfterSeconds;
      if (share >= 100) {
        await stopEndpoint(manager, endpoint.id, 'disabled', 'failing');
        await manager.query(setDue, [endpoint.id]);
        await noteEndpoint(manager, endpoint.connectionId, 'webhook endpoint disabled');
        return;
      }
      const due = warnings.filter((warning) => share >= warning).at(-1) ?? 0;
      if (due <= endpoint.warned) return;
      await manager.query('update webhook_endpoints set warned = $2 where id = $1', [endpoint.id, due]);
      await noteEndpoint(manager, endpoint.connectionId, 'webhook endpoint failing');
    });
}

const deleteEnded = `
  with ended as (
    select id from webhook_deliveries where status <> 'pending' and finished_at < now() - interval '30 days' limit 5000
  )
  delete from webhook_deliveries where id in (select id from ended) returning id`;

/** Deletes deliveries that ended 30 days ago. */
export async function deleteEndedDeliveries(sql: SqlRunner, signal: AbortSignal): Promise<void> {
  for (let deleted = 1; deleted > 0 && !signal.aborted;) {
    const [rows] = await sql.query<[unknown[]]>(deleteEnded);
    deleted = rows.length;
  }
}
