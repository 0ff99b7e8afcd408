import { Injectable } from '@nestjs/common';
import { confirmDeletions } from '@sync/connections';
import { workScope } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageById, presentSyncRun, type Page } from '@sync/http-api';
import { recordAudit } from '@sync/identity';
import { Problem } from '@sync/service-runtime';
import { cancelSyncRun, listSyncRuns, readPageRanges, readSyncRuns, type SyncRun } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { ConnectionAccess } from '../access/connection-access';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { readWorkPlaces } from '../work/work-place-representation';
import { presentPageRange, type ListSyncRunsInput, type PlacedSyncRun, type SyncRunDetail } from './sync-run-input';

/** More than a run has, except after many passes over a list that never stands still. */
const maxRanges = 200;

/** Runs of every connection. Throws Problem: 404 for a run that does not exist or whose connection the user does not see, 403 for status only. */
@Injectable()
export class AllSyncRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: ConnectionAccess,
    private readonly work: DurableWork,
  ) {}

  /** Newest first, of connections that the user sees in full. */
  async list({ viewer }: SignedInUser, input: ListSyncRunsInput): Promise<Page<PlacedSyncRun>> {
    const { tenant_id: tenantId, connection_id: connectionId, status, capability } = input;
    const filter = { scope: workScope(viewer, { tenantId, connectionId }), status, capability };
    return pageById(
      'sync-runs',
      input,
      (place) => listSyncRuns(this.dataSource, filter, place),
      (runs) => this.present(runs),
    );
  }

  async show(user: SignedInUser, id: string): Promise<SyncRunDetail> {
    const run = await this.find(user, id);
    const [placed] = await this.present([run]);
    if (!placed) throw noSuch('sync run');
    const ranges = await readPageRanges(this.dataSource, id, maxRanges);
    return { ...placed, page_ranges: ranges.map(presentPageRange) };
  }

  /** Throws Problem, 409, when the run has ended. */
  async cancel(user: SignedInUser, id: string): Promise<SyncRunDetail> {
    const { systemConnectionId, status } = await this.find(user, id);
    await this.dataSource.transaction(async (manager) => {
      const isCancelled = await cancelSyncRun(manager, { id, systemConnectionId }, 'An administrator cancelled it.');
      if (!isCancelled) throw new Problem('conflict', 'The sync run has ended.');
      const object = { type: 'sync_run', id } as const;
      const after = { status: 'cancelled', connection_id: systemConnectionId };
      await recordAudit(manager, { ...user.origin, action: 'sync_run.cancel', object, before: { status }, after });
    });
    return this.show(user, id);
  }

  /** A worker deletes the records. Throws what confirmDeletions throws. */
  async confirmDeletions(user: SignedInUser, id: string, reason: string): Promise<SyncRunDetail> {
    const { systemConnectionId } = await this.find(user, id);
    const object = { type: 'sync_run', id } as const;
    const isConfirmed = await confirmDeletions(this.work, systemConnectionId, {
      syncRunId: id,
      requestId: user.origin.requestId,
      alongside: (manager, { tenantId, after: { deletions } }) => {
        const after = { deletions, connection_id: systemConnectionId };
        return recordAudit(manager, { ...user.origin, action: 'sync_run.confirm_deletions', object, tenantId, reason, after });
      },
    });
    if (!isConfirmed) throw noSuch('sync run');
    return this.show(user, id);
  }

  private async find({ viewer }: SignedInUser, id: string): Promise<SyncRun> {
    const [run] = await readSyncRuns(this.dataSource, [id]);
    if (!run) throw noSuch('sync run');
    await this.access.requireFullForWork(viewer, run.systemConnectionId, noSuch('sync run'));
    return run;
  }

  /** A connection that was removed meanwhile took its runs with it. */
  private async present(runs: readonly SyncRun[]): Promise<PlacedSyncRun[]> {
    const ids = runs.map(({ systemConnectionId }) => systemConnectionId);
    const places = await readWorkPlaces(this.dataSource, ids);
    return runs.flatMap((run) => {
      const place = places.get(run.systemConnectionId);
      return place ? { ...presentSyncRun(run), ...place } : [];
    });
  }
}
