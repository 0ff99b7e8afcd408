import { readArrivedWebhooks } from '@sync/durable-work';
import type { SqlRunner } from '@sync/postgres';
import { readEndedRuns, type EndedRuns } from '@sync/sync-runs';
import type { TrendPoint, Trends } from './dashboard-representation';

const stepMs = { hour: 3_600_000, day: 86_400_000 };
const points = { hour: 24, day: 30 };

/** What happened in the whole service, up to now. Reads the counted hours only. */
export async function readTrends(sql: SqlRunner, now = Date.now()): Promise<Trends> {
  const [hours, days] = await Promise.all([readPoints(sql, 'hour', now), readPoints(sql, 'day', now)]);
  return { hours, days };
}

async function readPoints(sql: SqlRunner, step: 'hour' | 'day', now: number): Promise<TrendPoint[]> {
  const last = Math.floor(now / stepMs[step]);
  const first = last - points[step] + 1;
  const since = new Date(first * stepMs[step]);
  const [runs, arrived] = await Promise.all([readEndedRuns(sql, step, since), readArrivedWebhooks(sql, step, since)]);
  return Array.from({ length: points[step] }, (_, place) => {
    const at = new Date((first + place) * stepMs[step]);
    const isThen = (one: { at: Date }) => one.at.getTime() === at.getTime();
    return { ...presentRuns(at, runs.filter(isThen)), webhooks: arrived.find(isThen)?.webhooks ?? 0 };
  });
}

function presentRuns(since: Date, ended: readonly EndedRuns[]): Omit<TrendPoint, 'webhooks'> {
  const runsOf = (status: EndedRuns['status']) => ended.find((one) => one.status === status)?.runs ?? 0;
  return {
    since,
    runs_succeeded: runsOf('succeeded'),
    runs_cancelled: runsOf('cancelled'),
    runs_failed: ended.flatMap(({ reason, runs: count }) => (reason === null ? [] : [{ reason, count }])),
    records_written: ended.reduce((sum, { recordsWritten }) => sum + recordsWritten, 0),
  };
}
