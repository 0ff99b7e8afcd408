import type { Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { continueOverdueRun } from './continue-overdue-run';
import { endOpenSyncRuns, endSyncRuns, type RunEnd } from './end-sync-runs';
import { holdBackDeletions } from './held-back-deletions';
import { beginPassAfter, type ListPasses, type ListTotal } from './list-passes';
import { closeRangeOf, insertRanges, isFetched, noteFetchEnded, type UncountedPages } from './page-ranges';
import { rangesOf, type ListPart, type PlannedRange } from './plan-ranges';
import { requestSyncRuns } from './request-sync-runs';
import type { SyncMode, SyncRun } from './sync-run';
import { movedOn, moveRunOn } from './waiting-runs';

export interface SyncPlan {
  /** In order. */
  part: ListPart;
  perPage: number;
  /** The task that has fetched page 1 and will store it; null: page 1 is fetched like the others. */
  firstPageOf: string | null;
  firstExport: boolean;
  /** Rows of the list, and the mark of its newest row; null: the platform does not say. */
  listTotal: ListTotal;
  listNewest: string | null;
  /** The key of every row in the shop; null: the probe did not list them. */
  listedKeys: readonly string[] | null;
  /** Rows of the list that the probe has read already, and that no page will bring. */
  rowsRead: number;
  /** Why the plan leaves out what the shop may have, in words for a person; null: it leaves nothing out. */
  incomplete: string | null;
}

export interface FetchedRange {
  taskId: string;
  uncounted: UncountedPages;
  /** The shop was asked for a page. */
  hasFetched: boolean;
}

const startRun = `
  update sync_runs set status = 'running', started_at = coalesce(started_at, now()) where id = $1 and status = 'queued'`;

const planRun = `
  with planned as (
    update sync_runs set pages_total = $2, first_export = $3, list_total = $4, list_newest = $5,
      listed_keys = $6::text[], incomplete = $7, records_fetched = $8,
      ${movedOn}
    where id = $1 and status = 'running' and pages_total is null returning 1
  )
  select from planned`;

interface ChangeSetting {
  manager: EntityManager;
  enqueue: Enqueue;
  connectionId: string;
  maxRequests: number;
  maxRunHours: number;
  requestId?: string;
}

/** What can happen to the syncs of one connection. Lives in one transaction that holds the lock of its syncs. */
export class SyncsChange {
  constructor(private readonly setting: ChangeSetting) {}

  get manager(): EntityManager {
    return this.setting.manager;
  }

  get enqueue(): Enqueue {
    return this.setting.enqueue;
  }

  /** Opens a run per capability and enqueues its planning. Runs that are open already count. Returns the ids. */
  request(capabilities: readonly SystemCapability[], mode: SyncMode): Promise<string[]> {
    const { connectionId: systemConnectionId, requestId, enqueue } = this.setting;
    return requestSyncRuns(this.manager, enqueue, { systemConnectionId, capabilities, mode, requestId });
  }

  async startProbe(syncRunId: string): Promise<void> {
    await this.manager.query(startRun, [syncRunId]);
  }

  /** Divides the run's pages into ranges, each with a task. Does nothing when the run is planned already or has ended. */
  async plan(run: SyncRun, plan: SyncPlan): Promise<void> {
    const { part, perPage, firstPageOf, firstExport, listTotal, listNewest, listedKeys, incomplete, rowsRead } = plan;
    const ranges = rangesOf(part, perPage, this.setting.maxRequests, firstPageOf);
    const parameters = [run.id, pagesIn(ranges), firstExport, listTotal, listNewest, listedKeys, incomplete, rowsRead];
    const planned = await this.manager.query<unknown[]>(planRun, parameters);
    if (planned.length === 0) return;
    await this.insert(run, { pass: 1, perPage, ranges });
    if (firstPageOf === null) await this.afterFetch(run.id, null);
  }

  /**
   * Every page of a range is stored. The last range enqueues the run's end. Returns the id of the run that continues this one, if this one
   * has taken too long; else null.
   */
  async endFetch({ taskId, uncounted, hasFetched }: FetchedRange): Promise<string | null> {
    const syncRunId = await closeRangeOf(this.manager, taskId, uncounted);
    if (syncRunId === null) return null;
    if (hasFetched) await moveRunOn(this.manager, syncRunId);
    await this.afterFetch(syncRunId, taskId);
    return hasFetched ? continueOverdueRun(this.manager, syncRunId, this.setting.maxRunHours) : null;
  }

  /** Fetches pages of a drifted list again, or the rows that no page has shown. */
  async beginPass(run: SyncRun, passes: ListPasses, part: ListPart): Promise<void> {
    const ranges = rangesOf(part, passes.perPage, this.setting.maxRequests);
    if (!(await beginPassAfter(this.manager, run.id, passes, pagesIn(ranges)))) return;
    await this.insert(run, { pass: passes.pass + 1, perPage: passes.perPage, ranges });
    await noteFetchEnded(this.manager, run.id, null);
  }

  /** The run's list was compared with what is stored. `deletions`: how many of them wait for a confirmation. */
  holdBack(run: SyncRun, deletions: number): Promise<void> {
    return holdBackDeletions(this.manager, run, deletions);
  }

  /** Ends one run, if it is still open. */
  end(syncRunId: string, end: RunEnd): Promise<void> {
    return endSyncRuns(this.manager, [syncRunId], end);
  }

  /** Ends every open run of the connection. */
  endAll(end: RunEnd): Promise<void> {
    return endOpenSyncRuns(this.manager, this.setting.connectionId, end);
  }

  private insert(run: SyncRun, pass: { pass: number; perPage: number; ranges: readonly PlannedRange[] }): Promise<void> {
    const { enqueue, requestId } = this.setting;
    return insertRanges(this.manager, enqueue, run, { ...pass, requestId });
  }

  private async afterFetch(syncRunId: string, taskId: string | null): Promise<void> {
    const { enqueue, connectionId: systemConnectionId, requestId } = this.setting;
    if (await isFetched(this.manager, syncRunId)) await enqueue('finish-sync-run', { syncRunId }, { systemConnectionId, requestId });
    else await noteFetchEnded(this.manager, syncRunId, taskId);
  }
}

function pagesIn(ranges: readonly PlannedRange[]): number {
  return ranges.reduce((sum, { firstPage, lastPage }) => sum + lastPage - firstPage + 1, 0);
}
