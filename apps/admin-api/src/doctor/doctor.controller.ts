import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, PageInput, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { DoctorRunRepresentation, exampleDoctorRun } from './doctor-run-representation';
import { DoctorRuns } from './doctor-runs';

@ApiTags('Doctor')
@RequiresSession('help')
@Controller('api/admin/connections/:id/doctor-runs')
export class DoctorController {
  constructor(private readonly doctor: DoctorRuns) {}

  /**
   * Examine a shop
   * @remarks A worker checks the shop of the connection, which may take half a minute and changes nothing there. While one examination is
   * queued, a further request returns it. 409 for a connection without a shop. Full detail only.
   */
  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({
    type: DoctorRunRepresentation,
    description: 'The queued examination',
    ...written({ ...exampleDoctorRun, status: 'queued', findings: null, finished_at: null }),
  })
  @ApiProblems('conflict')
  requestDoctorRun(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<DoctorRunRepresentation> {
    return this.doctor.request(user, id);
  }

  /**
   * List the examinations of a shop
   * @remarks Newest first. The newest ten are kept. Full detail only.
   */
  @Get()
  @ApiPage(DoctorRunRepresentation)
  listDoctorRuns(@ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<DoctorRunRepresentation>> {
    return this.doctor.list(id, input);
  }

  /**
   * Read one examination
   * @remarks Its findings, once the shop was examined. Full detail only.
   * @returns The examination
   */
  @Get(':doctor_run_id')
  getDoctorRun(@ConnectionId('id') id: string, @PathId('doctor_run_id', 'doctor run') runId: string): Promise<DoctorRunRepresentation> {
    return this.doctor.show(id, runId);
  }
}
