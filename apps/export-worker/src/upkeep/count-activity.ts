import { addUpConnectionCounts } from '@sync/domain';
import { countWebhooks } from '@sync/durable-work';
import type { SqlRunner } from '@sync/postgres';
import { addUpEndedRuns } from '@sync/sync-runs';

/** Keeps the figures of the administrators' dashboard, so that reading them counts no big table. */
export async function countActivity(sql: SqlRunner): Promise<void> {
  await addUpConnectionCounts(sql);
  await countWebhooks(sql);
  await addUpEndedRuns(sql);
}
