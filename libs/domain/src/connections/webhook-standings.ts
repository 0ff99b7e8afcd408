import type { QueryRows, SqlRunner } from '@sync/postgres';

/** From that many refusals in a row on, the connection says so: platforms switch a webhook off then. The view connection_impairments knows it too. */
const refusalsThatCount = 5;

/** Within that time of an accepted webhook, further ones about such records need not be noted: a sync says nothing about them then. */
export const standingSeconds = 5;

/** In the order of the keys, so that two batches cannot wait for each other. */
const accept = `
  with accepted as (
    select distinct connection.id, capability from unnest($1::uuid[], $2::text[]) as given (id, capability) join system_connections connection using (id)
  ), forgiven as (
    delete from refused_webhooks refused using accepted where refused.system_connection_id = accepted.id
  )
  insert into webhook_standings (system_connection_id, capability, accepted_at)
  select id, capability, now() from accepted where capability is not null order by id, capability
  on conflict (system_connection_id, capability) do update
    set accepted_at = excluded.accepted_at, unannounced_runs = 0, unannounced_since = null`;

const refuse = `
  insert into refused_webhooks as refused (system_connection_id) select id from system_connections where id = $1
  on conflict (system_connection_id) do update set times = refused.times + 1 where refused.times < ${refusalsThatCount}
  returning times`;

export interface AcceptedWebhook {
  connectionId: string;
  /** What it is about; null: it does not say. */
  capability: string | null;
}

/** The shops have sent webhooks with right signatures: those about such records are in order. */
export async function noteAcceptedWebhooks(query: QueryRows, webhooks: readonly AcceptedWebhook[]): Promise<void> {
  await query(accept, [webhooks.map(({ connectionId }) => connectionId), webhooks.map(({ capability }) => capability)]);
}

/** Counts a webhook with a wrong signature. Returns whether further ones in a row say nothing new. */
export async function noteRefusedWebhook(query: QueryRows, connectionId: string): Promise<boolean> {
  const [row] = (await query(refuse, [connectionId])) as { times: number }[];
  return row === undefined || row.times >= refusalsThatCount;
}

const unannounced = `
  update webhook_standings standing
  set unannounced_runs = least(unannounced_runs + 1, 2), unannounced_since = coalesce(unannounced_since, now())
  from sync_runs run
  where run.id = $1 and run.modified_after is not null and run.records_written > 0
    and standing.system_connection_id = run.system_connection_id and standing.capability = run.capability
    and standing.accepted_at < (
      select earlier.started_at - interval '${standingSeconds} seconds' from sync_runs earlier
      where earlier.system_connection_id = run.system_connection_id and earlier.capability = run.capability
        and earlier.id < run.id and earlier.status = 'succeeded'
      order by earlier.id desc limit 1
    )`;

/**
 * A sync of changes has ended. What it found has changed since the sync before it read the list. If the shop has sent no webhook about
 * such records since then, it did not announce the changes. Shops that have never sent one are left alone.
 */
export async function noteUnannouncedChanges(sql: SqlRunner, syncRunId: string): Promise<void> {
  await sql.query(unannounced, [syncRunId]);
}
