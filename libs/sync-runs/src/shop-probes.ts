import type { SqlRunner } from '@sync/postgres';

const schedule = `
  insert into shop_probes (system_connection_id, due_at, pause)
  select id, now() + interval '5 minutes', interval '5 minutes' from system_connections
  where id = $1 and status = 'error' and status_reason ->> 'code' <> 'credentials_refused'
  on conflict (system_connection_id) do update set due_at = excluded.due_at, pause = excluded.pause`;

/** The connection has moved to error. Its shop is asked from now on whether it responds again, unless it refuses the key. */
export async function scheduleShopProbe(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(`with scheduled as (${schedule} returning 1) select from scheduled`, [connectionId]);
}

/** Each pause is twice the one before, an hour at most. */
const claim = `
  with due as (
    select probe.system_connection_id as id from shop_probes probe where probe.due_at <= now()
    order by probe.due_at limit $1 for update skip locked
  ), failing as (
    select due.id, connection.id is not null as is_failing
    from due left join system_connections connection
      on connection.id = due.id and connection.status = 'error' and connection.deleted_at is null
  ), ended as (
    delete from shop_probes where system_connection_id in (select id from failing where not is_failing)
  ), claimed as (
    update shop_probes set pause = least(2 * pause, interval '1 hour'), due_at = now() + least(2 * pause, interval '1 hour')
    where system_connection_id in (select id from failing where is_failing)
    returning system_connection_id
  )
  select system_connection_id as id from claimed`;

/** Ids of connections in error whose shops are to be asked now, the longest waiting first. No other worker gets them before their next time. */
export async function claimShopProbes(sql: SqlRunner, maxProbes: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }[]>(claim, [maxProbes]);
  return rows.map(({ id }) => id);
}

/** The shop responds again. */
export async function endShopProbe(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query('with ended as (delete from shop_probes where system_connection_id = $1 returning 1) select from ended', [connectionId]);
}
