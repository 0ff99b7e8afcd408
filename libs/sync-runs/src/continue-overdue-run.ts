import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { endSyncRuns } from './end-sync-runs';

/** SQL of a condition: the run has had its time. */
function isOverdue(run: string, maxRunHours: string): string {
  return `${run}.started_at < now() - make_interval(hours => ${maxRunHours}::integer)`;
}

const isToBeContinued = `
  select from sync_runs run
  where run.id = $1 and run.status = 'running' and ${isOverdue('run', '$2')}
    and exists (select from page_ranges range where range.sync_run_id = run.id and not range.is_done)`;

const openNext = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, first_export, pages_total, list_total, list_newest,
    listed_keys, incomplete, reading, rows_seen_before, timeout_factor, idle_since, tenant_id, system_id, started_at, list_read_since)
  select $2, system_connection_id, capability, mode, 'running', modified_after, first_export, pages_total, list_total, list_newest,
    listed_keys, incomplete, reading, rows_seen_before, timeout_factor, idle_since, tenant_id, system_id, now(), coalesce(list_read_since, started_at)
  from sync_runs where id = $1`;

const moveRanges = 'update page_ranges set sync_run_id = $2 where sync_run_id = $1';

/**
 * Bounds the time of a run. Ends a run that took longer, and opens the next one, which takes over its ranges with their tasks: stored pages
 * are not fetched again, and what was seen of the list still counts. A page in flight is stored for the next run. Call it after a fetch
 * that has stored a page, so each run makes progress. The caller holds the lock of the connection's syncs. Returns the id of the next run;
 * null: none.
 */
export async function continueOverdueRun(manager: EntityManager, syncRunId: string, maxRunHours: number): Promise<string | null> {
  const overdue = await manager.query<unknown[]>(isToBeContinued, [syncRunId, maxRunHours]);
  if (overdue.length === 0) return null;
  const nextId = uuidv7();
  const error = `It took longer than ${maxRunHours} hours. The run ${nextId} continues with the pages that are left.`;
  await endSyncRuns(manager, [syncRunId], { status: 'cancelled', error }, { keepsRanges: true });
  await manager.query(openNext, [syncRunId, nextId]);
  await manager.query(moveRanges, [syncRunId, nextId]);
  return nextId;
}
