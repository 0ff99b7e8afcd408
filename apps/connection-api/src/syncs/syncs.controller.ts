import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ApiBodyProblems,
  ApiPage,
  ConnectionId,
  Operation,
  type Page,
  PageInput,
  RequestedSyncs,
  RequestSyncs,
  RequestSyncsInput,
  SyncRunRepresentation,
  written,
} from '@sync/http-api';
import { ApiProblems, Problem } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { syncs } from '../api-description/examples';
import { ListSyncRuns } from './list-sync-runs';

@ApiTags('Syncs')
@RequiresBearer('syncs', 'active')
@Controller('api/system-connections/:id/syncs')
export class SyncsController {
  constructor(
    private readonly requestSyncs: RequestSyncs,
    private readonly listSyncRuns: ListSyncRuns,
  ) {}

  @Post()
  @HttpCode(202)
  @Operation({
    id: 'requestSyncs',
    summary: 'Request a sync',
    description:
      'Starts one run per capability. A capability whose run is still open returns that run instead of starting a second one. 409 unless the connection is active, 422 for a capability that it may not import now.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: RequestSyncsInput, ...written(syncs.request) })
  @ApiAcceptedResponse({ type: RequestedSyncs, description: 'One run per capability, new or already open', ...written(syncs.requested) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async request(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: RequestSyncsInput,
  ): Promise<RequestedSyncs> {
    return { data: await this.requestSyncs.request(id, input, { tenantId: tenantOf(caller) }) };
  }

  @Post(':run_id/confirm-deletions')
  @HttpCode(202)
  @Operation({
    id: 'confirmDeletions',
    summary: 'Confirm the deletions that a sync run holds back',
    description:
      'Deletes the records that the shop no longer lists, in the background: `records_deleted` grows. Records that were listed or changed since then stay. 409 when the run holds none back, or when a newer list has replaced its own.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'run_id', format: 'uuid' })
  @ApiAcceptedResponse({ type: SyncRunRepresentation, description: 'The run', ...written(syncs.confirmed) })
  @ApiProblems('not-found', 'conflict')
  async confirm(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Param('run_id') runId: string,
  ): Promise<SyncRunRepresentation> {
    const confirmed = await this.requestSyncs.confirmDeletions(tenantOf(caller), id, runId);
    if (!confirmed) throw new Problem('not-found', 'This sync run does not exist.');
    return confirmed;
  }

  @Get()
  @Operation({
    id: 'listSyncs',
    summary: 'List the sync runs of a connection',
    description: 'Newest first. While a run is open, its counters grow.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(SyncRunRepresentation, written(syncs.list))
  @ApiProblems('not-found', 'validation-failed')
  list(@RequestCaller() caller: Caller, @ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<SyncRunRepresentation>> {
    return this.listSyncRuns.list(tenantOf(caller), id, input);
  }
}
