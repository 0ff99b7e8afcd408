import { measureCallerWebhooks } from '@sync/caller-webhooks';
import { measureTenants } from '@sync/domain';
import { measureQueues } from '@sync/durable-work';
import type { SqlRunner } from '@sync/postgres';
import { measureOpenRuns } from '@sync/sync-runs';
import { measureSchedules } from './schedule-metrics';

/** The figures of the whole service that Prometheus sees. One worker at a time measures them. */
export async function measureService(sql: SqlRunner, schedules: readonly string[]): Promise<void> {
  await measureQueues(sql);
  await measureOpenRuns(sql);
  await measureTenants(sql);
  await measureCallerWebhooks(sql);
  await measureSchedules(sql, schedules);
}
