import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, Operation, PageInput, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { doctorExamples } from './doctor-examples';
import { DoctorRunRepresentation } from './doctor-run-representation';
import { DoctorRuns } from './doctor-runs';

const { queued, examined } = doctorExamples;

@ApiTags('Doctor')
@RequiresSession()
@Controller('api/admin/connections/:id/doctor-runs')
export class DoctorController {
  constructor(private readonly doctor: DoctorRuns) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Operation({
    id: 'requestDoctorRun',
    summary: 'Examine a shop',
    description:
      'A worker checks the shop of the connection, which may take half a minute and changes nothing there. While one examination is queued, a further request returns it. 409 for a connection without a shop. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiAcceptedResponse({ type: DoctorRunRepresentation, description: 'The queued examination', ...written(queued) })
  @ApiProblems('not-found', 'conflict')
  request(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<DoctorRunRepresentation> {
    return this.doctor.request(user, id);
  }

  @Get()
  @Operation({
    id: 'listDoctorRuns',
    summary: 'List the examinations of a shop',
    description: 'Newest first. The newest ten are kept. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(DoctorRunRepresentation, written({ data: [examined], next_cursor: null }))
  @ApiProblems('not-found', 'validation-failed')
  list(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Query() input: PageInput,
  ): Promise<Page<DoctorRunRepresentation>> {
    return this.doctor.list(user, id, input);
  }

  @Get(':doctor_run_id')
  @Operation({
    id: 'getDoctorRun',
    summary: 'Read one examination',
    description: 'Its findings, once the shop was examined. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'doctor_run_id', format: 'uuid' })
  @ApiOkResponse({ type: DoctorRunRepresentation, description: 'The examination', ...written(examined) })
  @ApiProblems('not-found')
  show(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @PathId('doctor_run_id', 'doctor run') runId: string,
  ): Promise<DoctorRunRepresentation> {
    return this.doctor.show(user, id, runId);
  }
}
