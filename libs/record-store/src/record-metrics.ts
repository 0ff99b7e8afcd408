import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import { counter, figure } from '@sync/telemetry';
import { findFeedBlocker, type FeedBlocker } from './feed-blocker';
import type { ChangeOutcome } from './record-changes';
import type { PageOutcome } from './record-page';

const records = counter({
  name: 'sync_records_total',
  help: 'Records that pages of lists and webhooks brought, and those deleted because lists no longer showed them.',
  labels: ['capability', 'source', 'result'],
});

const horizonLag = figure({
  name: 'sync_feed_horizon_lag_seconds',
  help: 'Age of the oldest open transaction that wrote records. The records feed shows nothing that was written after it began.',
});

export function countPage(capability: SystemCapability, { written, unchanged, rejected }: PageOutcome): void {
  for (const [result, count] of Object.entries({ written, unchanged, refused: rejected.length }))
    if (count > 0) records.inc({ capability, source: 'list', result }, count);
}

export function countChange(capability: SystemCapability, outcome: ChangeOutcome): void {
  records.inc({ capability, source: 'webhook', result: outcome.replace(' ', '_') });
}

export function countDeleted(capability: SystemCapability, count: number): void {
  if (count > 0) records.inc({ capability, source: 'list', result: 'deleted' }, count);
}

/** Finds and measures what holds up the records feed of all callers, however young it is. */
export async function measureFeed(sql: SqlRunner): Promise<FeedBlocker | null> {
  const blocker = await findFeedBlocker(sql, 0);
  horizonLag.measured([{ value: blocker?.ageSeconds ?? 0 }]);
  return blocker;
}
