import type { OutageWatch } from '@sync/integration-contract';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';

/** Fewer attempts prove nothing, however long ago the first was. */
const minAttempts = 3;
/** Longer than any backoff and request together. After such a silence it is unknown whether the shop failed all the time. */
const maxSilence = `interval '10 minutes'`;
/** A success is noted this often: writing it with every page would cost more than it is worth. */
const notedEveryMs = 5_000;
const maxRemembered = 20_000;

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
    await this.dataSource.query('with ended as (delete from shop_outages where system_connection_id = $1 returning 1) select from ended', [
      connectionId,
    ]);
  }
}
