import { Inject, Injectable, Logger } from '@nestjs/common';
import { lockSyncsOf, type SyncRun } from '@sync/domain';
import { DurableWork, TaskDeferred, type Enqueue, type TaskAttempt, type TaskHandler } from '@sync/durable-work';
import { CircuitOpenException, type BulkExportProbe } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { DataSource, type EntityManager } from 'typeorm';
import { insertRanges } from './insert-ranges';
import { parallelism } from './parallelism';
import { pagesFrom, planRanges } from './plan-ranges';
import { RestartFailedRun } from './restart-failed-run';
import { StartNextFetches } from './start-next-fetches';
import { SyncEnd } from './sync-end';
import { SyncTargets, type OpenedTarget, type SyncTarget } from './sync-target';
import { TenantShare } from './tenant-share';

const startRun = `
  with started as (
    update sync_runs set status = 'running', started_at = coalesce(started_at, now())
    where id = $1 and status = 'queued' returning 1
  )
  select from started`;

const planRun = `
  with planned as (
    update sync_runs set pages_total = $2, first_export = $3, list_total = $4, list_newest = $5
    where id = $1 and status = 'running' and pages_total is null returning 1
  )
  select from planned`;

/** Finds out how much there is to fetch, and divides it among fetches. */
@Injectable()
export class PlanSyncRun implements TaskHandler<'plan-sync-run'> {
  private readonly logger = new Logger('PlanSyncRun');

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly nextFetches: StartNextFetches,
    private readonly end: SyncEnd,
    private readonly restartFailed: RestartFailedRun,
    private readonly share: TenantShare,
    @Inject(parallelism) private readonly limit: number,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const run = await this.targets.findRun(syncRunId);
    if (attempt.isRetry && !(run && isToBePlanned(run))) return this.restartFailed.restart(syncRunId, attempt);
    const target = run && (await this.targets.find(run.systemConnectionId));
    if (!run || !target || !isToBePlanned(run)) return;
    if (target.status !== 'active') return this.end.cancelAll(attempt, target.connectionId);
    if (!target.capabilities.includes(run.capability)) {
      return this.end.cancel(attempt, target.connectionId, [run.id], `The connection may not pull ${run.capability} in now.`);
    }
    const opened = this.targets.open(target);
    await this.share.within(target.tenantId ?? target.connectionId, () => this.probe(run, target, opened, attempt));
  }

  async exhausted({ syncRunId }: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    const run = await this.targets.findRun(syncRunId);
    if (run) await this.end.fail(manager, enqueue, run.systemConnectionId, [run.id], reason);
  }

  private async probe(run: SyncRun, target: SyncTarget, opened: OpenedTarget, attempt: TaskAttempt): Promise<void> {
    await this.start(run);
    const firstExport = !(await this.store.hasRecords(target.connectionId, run.capability));
    attempt.throwIfInterrupted();
    try {
      const { id: systemConnectionId } = opened.connection;
      const request = { capability: run.capability, systemConnectionId, modifiedAfter: run.modifiedAfter?.toISOString() ?? null };
      await this.plan(run, target, attempt, firstExport, await opened.integration.probeBulkExport(opened.connection, request));
    } catch (error) {
      if (!(error instanceof CircuitOpenException)) throw error;
      await this.end.breakerOpened(attempt, target, error);
    }
  }

  /** The probe is a request like any other, so it waits for room among them. Throws TaskDeferred. */
  private async start({ id, systemConnectionId, status }: SyncRun): Promise<void> {
    if (status === 'running') return;
    await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, systemConnectionId);
      if (!(await this.nextFetches.hasRoomForProbe(manager, systemConnectionId))) throw new TaskDeferred();
      await manager.query(startRun, [id]);
    });
  }

  private async plan(
    run: SyncRun,
    { connectionId }: SyncTarget,
    attempt: TaskAttempt,
    firstExport: boolean,
    probe: BulkExportProbe,
  ): Promise<void> {
    const requestId = attempt.requestId ?? undefined;
    for (const warning of probe.warnings ?? [])
      this.logger.warn({ msg: 'export warning', requestId, connectionId, syncRunId: run.id, capability: run.capability, warning });
    const { totalPages, perPage, list } = probe;
    const ranges = planRanges(pagesFrom(1, totalPages), this.limit);
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      const values = [run.id, totalPages, firstExport, list?.total ?? null, list?.newest ?? null];
      const planned = await manager.query<unknown[]>(planRun, values);
      if (planned.length > 0) await insertRanges(manager, run, { reading: 1, perPage, ranges });
      if (planned.length > 0 && ranges.length === 0)
        await enqueue('finish-sync-run', { syncRunId: run.id }, { systemConnectionId: connectionId, requestId });
      await this.nextFetches.startWithin(manager, enqueue, connectionId, requestId);
    });
  }
}

function isToBePlanned({ status, pagesTotal }: SyncRun): boolean {
  return status === 'queued' || (status === 'running' && pagesTotal === null);
}
