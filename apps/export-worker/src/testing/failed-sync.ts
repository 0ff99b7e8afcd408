import { placedAt } from '@sync/test-harness';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { LinkedShop } from './linked-shop';

export type SyncTask = 'plan-sync-run' | 'fetch-page-range' | 'finish-sync-run';

export const queueOf = (name: SyncTask) => (name === 'fetch-page-range' ? 'page-ranges' : 'bulk-sync');

/** Stores a failed task and its failed run. */
export async function storeFailedSync(
  dataSource: DataSource,
  name: SyncTask,
  { connectionId }: LinkedShop,
  values: { mode?: string; payload?: object } = {},
): Promise<{ taskId: string; runId: string }> {
  const [taskId, runId] = [uuidv7(), uuidv7()];
  await dataSource.query(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, error, started_at, finished_at, tenant_id, system_id)
     values ($1, $2, 'orders', $3, 'failed', 2, 'The shop does not respond.', now() - interval '1 hour', now() - interval '1 hour', ${placedAt('$2')})`,
    [runId, connectionId, values.mode ?? 'full'],
  );
  await dataSource.query(
    `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error, finished_at, tenant_id, system_id)
     values ($1, $2, $3, $4, $5, 'failed', 5, 5, 'The shop does not respond.', now(), ${placedAt('$5')})`,
    [taskId, queueOf(name), name, values.payload ?? { syncRunId: runId }, connectionId],
  );
  return { taskId, runId };
}
