import { Injectable } from '@nestjs/common';
import { requestRefetch } from '@sync/connections';
import { DurableWork, findKeptTasks, findTaskState } from '@sync/durable-work';
import { RecordStore } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { readSyncRuns } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from '../connections/audited-change';
import { noSuch } from '../path-id';
import type { RecordAddress, RecordCounts, RecordStory, RefetchRepresentation, RequestedRefetch } from './record-representation';

/** A count that is larger costs more than a look is worth. */
const maxCount = 10_000;

/** What is stored of a connection's shop. */
@Injectable()
export class ConnectionRecords {
  constructor(
    private readonly store: RecordStore,
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
  ) {}

  async count(connectionId: string): Promise<RecordCounts> {
    const counts = (await this.store.countRecords([connectionId], maxCount)).get(connectionId);
    const data = systemCapabilities.map((kind) => ({ kind, count: counts?.[kind] ?? 0, is_limited: (counts?.[kind] ?? 0) >= maxCount }));
    return { data };
  }

  /** In the form of the records feed. Throws Problem, 404, when none is stored under that id. */
  async show(connectionId: string, { kind, sourceId }: RecordAddress): Promise<Readonly<Record<string, unknown>>> {
    const record = await this.store.findRecord(connectionId, kind, sourceId);
    if (!record) throw noSuch('record');
    return record;
  }

  /** Throws Problem, 404, when none is stored under that id. */
  async tell(connectionId: string, { kind, sourceId }: RecordAddress): Promise<RecordStory> {
    const story = await this.store.findStory(connectionId, kind, sourceId);
    if (!story) throw noSuch('record');
    const ids = story.entries.flatMap(({ by }) => by.id ?? []);
    const kept = await this.findKept(connectionId, ids);
    const data = story.entries.map(({ at, event, by, fields }) => ({
      at: at.toISOString(),
      event,
      by: { ...by, is_kept: by.id !== null && kept.has(by.id) },
      fields,
    }));
    return { data, is_complete: story.isComplete };
  }

  /** A shop that was linked again has a story of an earlier connection, too: its runs and webhooks are not to be found here. */
  private async findKept(connectionId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const [runs, tasks] = await Promise.all([readSyncRuns(this.dataSource, ids), findKeptTasks(this.dataSource, connectionId, ids)]);
    return new Set([...runs.flatMap(({ id, systemConnectionId }) => (systemConnectionId === connectionId ? [id] : [])), ...tasks]);
  }

  /** Throws what requestRefetch throws. */
  async refetch(user: SignedInUser, connectionId: string, { kind, sourceId }: RecordAddress): Promise<RequestedRefetch> {
    const taskId = await requestRefetch(this.work, connectionId, {
      capability: kind,
      sourceId,
      requestId: user.origin.requestId,
      alongside: auditedChange(user, 'connection.refetch_record'),
    });
    return { task_id: taskId };
  }

  /** Throws Problem, 404, also some days after it was done. */
  async showRefetch(systemConnectionId: string, taskId: string): Promise<RefetchRepresentation> {
    const task = await findTaskState(this.dataSource, { id: taskId, name: 'refetch-records', systemConnectionId });
    if (!task) throw noSuch('refetch');
    return { task_id: taskId, status: task.state, error: task.error };
  }
}
