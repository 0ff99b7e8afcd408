import { Injectable } from '@nestjs/common';
import { listDoctorRuns, requestDoctorRun } from '@sync/connections';
import { DoctorRun } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { pageById, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from '../connections/audited-change';
import { noSuch } from '../path-id';
import { presentDoctorRun, type DoctorRunRepresentation } from './doctor-run-representation';

/** Examinations of a connection's shop. */
@Injectable()
export class DoctorRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
  ) {}

  /** Throws what requestDoctorRun throws. */
  async request(user: SignedInUser, connectionId: string): Promise<DoctorRunRepresentation> {
    const id = await requestDoctorRun(this.work, connectionId, {
      requestId: user.origin.requestId,
      alongside: auditedChange(user, 'connection.examine'),
    });
    return this.show(connectionId, id);
  }

  /** Newest first. */
  list(connectionId: string, input: PageInput): Promise<Page<DoctorRunRepresentation>> {
    return pageById(
      'doctor-runs',
      input,
      ({ after, limit }) => listDoctorRuns(this.dataSource.manager, connectionId, after, limit),
      (runs) => runs.map(presentDoctorRun),
    );
  }

  /** Throws Problem, 404. */
  async show(connectionId: string, id: string): Promise<DoctorRunRepresentation> {
    const run = await this.dataSource.manager.findOneBy(DoctorRun, { id, systemConnectionId: connectionId });
    if (!run) throw noSuch('doctor run');
    return presentDoctorRun(run);
  }
}
