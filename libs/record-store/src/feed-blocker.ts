import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';

/** The transaction that has held up the feed for longest: it wrote records and has not ended. */
export interface FeedBlocker {
  /** Its id: an integer as text. */
  transaction: string;
  ageSeconds: number;
  /** Null for a prepared transaction, which has no session. */
  pid: number | null;
  application: string | null;
  /** As in pg_stat_activity, for example `idle in transaction`. */
  state: string | null;
  /** The name of a prepared transaction. */
  gid: string | null;
}

/** Min age of a transaction that is reported for holding up the feed. */
export const slowFeedSeconds = 10;

const oldestWriter = `
select held.transactionid::text as transaction, extract(epoch from now() - began.at)::float8 as "ageSeconds",
  session.pid, session.application_name as application, session.state, prepared.gid
from pg_locks record
join pg_locks held on held.virtualtransaction = record.virtualtransaction and held.pid is not distinct from record.pid
  and held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.granted
left join pg_stat_activity session on session.pid = held.pid
left join pg_prepared_xacts prepared on prepared.transaction = held.transactionid
cross join lateral (select coalesce(session.xact_start, prepared.prepared) as at) began
where record.locktype = 'relation' and record.mode = 'RowExclusiveLock' and record.granted
  and record.database = (select oid from pg_database where datname = current_database())
  and record.relation in (${systemCapabilities.map((table) => `'${table}'::regclass`).join(', ')})
  and began.at < now() - make_interval(secs => $1)
order by began.at
limit 1`;

/** Null: no transaction has held up the feed for that many seconds. */
export async function findFeedBlocker(sql: SqlRunner, seconds: number): Promise<FeedBlocker | null> {
  const [blocker] = await sql.query<FeedBlocker[]>(oldestWriter, [seconds]);
  return blocker ?? null;
}
