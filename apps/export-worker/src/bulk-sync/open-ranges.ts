import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';

/** A range that a fetch has claimed and not finished. */
export interface OpenRange {
  id: string;
  syncRunId: string;
  connectionId: string;
  capability: SystemCapability;
  nextPage: number;
  lastPage: number;
  /** 0: the integration has no page ranges, so that its pages cannot be resumed. */
  perPage: number;
  firstExport: boolean;
  modifiedAfter: Date | null;
}

/** The claimed ranges of a task whose run still runs. */
export async function findOpenRanges(manager: EntityManager, rangeIds: readonly string[], taskId: string): Promise<OpenRange[]> {
  return manager.query<OpenRange[]>(
    `select range.id, range.sync_run_id as "syncRunId", range.system_connection_id as "connectionId", range.capability,
       range.next_page as "nextPage", range.last_page as "lastPage", range.per_page as "perPage",
       run.first_export as "firstExport", run.modified_after as "modifiedAfter"
     from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
     where range.id = any($1) and range.task_id = $2 and range.status = 'running' and run.status = 'running'
     order by range.first_page`,
    [rangeIds, taskId],
  );
}

const closeRange = `
  update sync_run_ranges set status = 'done', updated_at = now(), pages_done = pages_done + $2,
    records_fetched = records_fetched + $3, records_written = records_written + $4, records_skipped = records_skipped + $5
  where id = $1`;

/** What was stored of a range without a checkpoint, to be counted when it is done. */
export interface UncountedPages {
  pages: number;
  fetched: number;
  written: number;
  skipped: number;
}

export const nothingUncounted: UncountedPages = { pages: 0, fetched: 0, written: 0, skipped: 0 };

export async function closeOpenRange(
  manager: EntityManager,
  id: string,
  { pages, fetched, written, skipped }: UncountedPages,
): Promise<void> {
  await manager.query(closeRange, [id, pages, fetched, written, skipped]);
}

/** Whether every range of the running run is done. The caller holds the lock of the connection's syncs, so that exactly one sees it first. */
export async function isFetched(manager: EntityManager, syncRunId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select from sync_runs run where run.id = $1 and run.status = 'running'
       and not exists (select from sync_run_ranges range where range.sync_run_id = run.id and range.status <> 'done')`,
    [syncRunId],
  );
  return rows.length > 0;
}
