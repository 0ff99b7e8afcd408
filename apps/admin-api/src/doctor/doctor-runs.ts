import { Injectable } from '@nestjs/common';
import { listDoctorRuns, requestDoctorRun } from '@sync/connections';
import { DoctorRun } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageOf, readCursor, uuidShape, writeCursor, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { ConnectionAccess } from '../access/connection-access';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from '../connections/audited-change';
import { noSuch } from '../path-id';
import { presentDoctorRun, type DoctorRunRepresentation } from './doctor-run-representation';

const list = 'doctor-runs';

/** Examinations of a connection's shop. Throws Problem: 404 for a connection that the user does not see, 403 for status only. */
@Injectable()
export class DoctorRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly access: ConnectionAccess,
  ) {}

  /** Throws what requestDoctorRun throws. */
  async request(user: SignedInUser, connectionId: string): Promise<DoctorRunRepresentation> {
    await this.access.requireFull(user.viewer, connectionId);
    const id = await requestDoctorRun(this.work, connectionId, {
      requestId: user.origin.requestId,
      alongside: auditedChange(user, 'connection.examine'),
    });
    return this.show(user, connectionId, id);
  }

  /** Newest first. */
  async list({ viewer }: SignedInUser, connectionId: string, { limit, cursor }: PageInput): Promise<Page<DoctorRunRepresentation>> {
    await this.access.requireFull(viewer, connectionId);
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const rows = await listDoctorRuns(this.dataSource.manager, connectionId, after, limit + 1);
    return pageOf(rows, limit, ({ id }) => writeCursor(list, id), presentDoctorRun);
  }

  async show({ viewer }: SignedInUser, connectionId: string, id: string): Promise<DoctorRunRepresentation> {
    await this.access.requireFull(viewer, connectionId);
    const run = await this.dataSource.manager.findOneBy(DoctorRun, { id, systemConnectionId: connectionId });
    if (!run) throw noSuch('doctor run');
    return presentDoctorRun(run);
  }
}
