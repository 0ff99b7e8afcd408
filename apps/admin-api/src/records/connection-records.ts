import { Injectable } from '@nestjs/common';
import { requestRefetch } from '@sync/connections';
import { DurableWork, findTaskState } from '@sync/durable-work';
import { RecordStore } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from '../connections/audited-change';
import { noSuch } from '../path-id';
import type { RecordAddress, RecordCounts, RefetchRepresentation, RequestedRefetch } from './record-representation';

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
