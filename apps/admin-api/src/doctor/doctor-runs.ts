import { Injectable } from '@nestjs/common';
import { listDoctorRuns, requestDoctorRun } from '@sync/connections';
import { DoctorRun } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageById, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { ConnectionAccess } from '../access/connection-access';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from '../connections/audited-change';
import { noSuch } from '../path-id';
import { presentDoctorRun, type DoctorRunRepresentation } from './doctor-run-representation';

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
  async list({ viewer }: SignedInUser, connectionId: string, input: PageInput): Promise<Page<DoctorRunRepresentation>> {
    await this.access.requireFull(viewer, connectionId);
    return pageById(
      'doctor-runs',
      input,
      ({ after, limit }) => listDoctorRuns(this.dataSource.manager, connectionId, after, limit),
      (runs) => runs.map(presentDoctorRun),
    );
  }

  async show({ viewer }: SignedInUser, connectionId: string, id: string): Promise<DoctorRunRepresentation> {
    await this.access.requireFull(viewer, connectionId);
    const run = await this.dataSource.manager.findOneBy(DoctorRun, { id, systemConnectionId: connectionId });
    if (!run) throw noSuch('doctor run');
    return presentDoctorRun(run);
  }
}
