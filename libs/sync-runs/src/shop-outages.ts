import type { OutageWatch } from '@sync/integration-contract';
import type { SqlRunner } from '@sync/postgres';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';

/** Fewer attempts prove nothing, however long ago the first was. */
const minAttempts = 3;
/** Longer than any backoff and request together. After such a silence it is unknown whether the shop failed all the time. */
const maxSilence = `interval '10 minutes'`;
/** A success is noted this often: writing it with every page would cost more than it is worth. */
const notedEveryMs = 5_000;
const maxRemembered = 20_000;
const firstPause = `interval '5 minutes'`;
const maxPause = `interval '1 hour'`;

/**
 * Calls that had begun before the last attempt failed belong to that attempt. A reconnect was verified at the shop, so what was before
 * does not count.
 */
const countFailure = `
  insert into shop_outages as outage (system_connection_id, since, failed_at, attempts)
  select id, now(), now(), 1 from system_connections where id = $1
  on conflict (system_connection_id) do update set
    since = case when ${isOver('outage')} then excluded.since else outage.since end,
    failed_at = case when ${isOver('outage')} or ${isAnother('outage')} then excluded.failed_at else outage.failed_at end,
    attempts = case when ${isOver('outage')} then 1 when ${isAnother('outage')} then outage.attempts + 1 else outage.attempts end
  returning attempts >= ${minAttempts} and now() - since >= make_interval(secs => $3) as "isLong"`;

function isOver(outage: string): string {
  return `(${outage}.failed_at < now() - $2 * interval '1 ms' - ${maxSilence} or ${outage}.since < coalesce(
    (select last_connected_at from system_connections where id = $1), '-infinity'))`;
}

function isAnother(outage: string): string {
  return `now() - $2 * interval '1 ms' > ${outage}.failed_at`;
}

/** While the connection is in error, only a probe ends the outage: a call that began before proves nothing to its owner. */
const endOutage = `
  delete from shop_outages outage where system_connection_id = $1 and (probe_at is null
    or exists (select from system_connections connection where connection.id = outage.system_connection_id and connection.status <> 'error'))
  returning 1`;

/** For how long the calls to each shop have failed without a break, over all workers and their restarts. */
export class ShopOutages implements OutageWatch {
  private readonly notedAt = new LRUCache<string, number>({ max: maxRemembered });

  constructor(
    private readonly dataSource: DataSource,
    /** A shop that fails for longer is given up. */
    private readonly toleranceSeconds: number,
  ) {}

  async failed(connectionId: string, callMs: number): Promise<boolean> {
    this.notedAt.delete(connectionId);
    const rows = await this.dataSource.query<{ isLong: boolean }[]>(`with counted as (${countFailure}) select * from counted`, [
      connectionId,
      callMs,
      this.toleranceSeconds,
    ]);
    return rows[0]?.isLong ?? false;
  }

  async succeeded(connectionId: string): Promise<void> {
    const at = Date.now();
    if (at - (this.notedAt.get(connectionId) ?? -Infinity) < notedEveryMs) return;
    this.notedAt.set(connectionId, at);
    await this.dataSource.query(`with ended as (${endOutage}) select from ended`, [connectionId]);
  }
}

const schedule = `
  insert into shop_outages (system_connection_id, since, failed_at, attempts, probe_at, probe_pause)
  select id, now(), now(), 1, now() + ${firstPause}, ${firstPause} from system_connections
  where id = $1 and status = 'error' and status_reason ->> 'code' <> 'credentials_refused'
  on conflict (system_connection_id) do update set probe_at = excluded.probe_at, probe_pause = excluded.probe_pause
  returning 1`;

/** The connection has moved to error. Its shop is asked from now on whether it responds again, unless it refuses the key. */
export async function scheduleShopProbe(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(`with scheduled as (${schedule}) select from scheduled`, [connectionId]);
}

/** Each pause is twice the one before, an hour at most. A connection that has left error is not asked for any more. */
const claim = `
  with due as (
    select system_connection_id as id from shop_outages where probe_at <= now() order by probe_at limit $1 for update skip locked
  ), looked as (
    select due.id, connection.id is not null as is_failing
    from due left join system_connections connection
      on connection.id = due.id and connection.status = 'error' and connection.deleted_at is null
  ), claimed as (
    update shop_outages outage set probe_pause = case when is_failing then least(2 * probe_pause, ${maxPause}) end,
      probe_at = case when is_failing then now() + least(2 * probe_pause, ${maxPause}) end
    from looked where outage.system_connection_id = looked.id
  )
  select id from looked where is_failing`;

/** Ids of connections in error whose shops are to be asked now, the longest waiting first. No other worker gets them before their next time. */
export async function claimShopProbes(sql: SqlRunner, maxProbes: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }[]>(claim, [maxProbes]);
  return rows.map(({ id }) => id);
}

/** The shop responds again. */
export async function endShopOutage(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query('with ended as (delete from shop_outages where system_connection_id = $1 returning 1) select from ended', [connectionId]);
}
