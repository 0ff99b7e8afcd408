import { Injectable } from '@nestjs/common';
import { confirmDeletions } from '@sync/connections';
import { workScope } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageOf, presentSyncRun, readCursor, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { recordAudit } from '@sync/identity';
import { Problem } from '@sync/service-runtime';
import { cancelSyncRun, listSyncRuns, readPageRanges, readSyncRuns, type SyncRun } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { ConnectionAccess } from '../access/connection-access';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { readWorkPlaces, type WorkPlace } from '../work/work-place-representation';
import { presentPageRange, type ListSyncRunsInput, type PlacedSyncRun, type SyncRunDetail } from './sync-run-input';

const list = 'sync-runs';
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
    const { limit, cursor, tenant_id: tenantId, connection_id: connectionId, status, capability } = input;
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const filter = { scope: workScope(viewer, { tenantId, connectionId }), status, capability };
    const runs = await listSyncRuns(this.dataSource, filter, { after, limit: limit + 1 });
    const places = await this.placesOf(runs);
    // A connection that was removed meanwhile took its runs with it.
    const cursorOf = ({ id }: SyncRun) => writeCursor(list, id);
    const page = pageOf(runs, limit, cursorOf, (run) => place(run, places));
    return { ...page, data: page.data.filter((run) => run !== null) };
  }

  async show(user: SignedInUser, id: string): Promise<SyncRunDetail> {
    const run = await this.find(user, id);
    const [placed] = [place(run, await this.placesOf([run]))];
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

  private placesOf(runs: readonly SyncRun[]): Promise<Map<string, WorkPlace>> {
    return readWorkPlaces(
      this.dataSource,
      runs.map(({ systemConnectionId }) => systemConnectionId),
    );
  }
}

function place(run: SyncRun, places: ReadonlyMap<string, WorkPlace>): PlacedSyncRun | null {
  const found = places.get(run.systemConnectionId);
  return found ? { ...presentSyncRun(run), ...found } : null;
}
