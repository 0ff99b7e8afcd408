import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
  ConnectionId,
  IdInPath,
  type Page,
  PageInput,
  RequestedSyncs,
  RequestSyncs,
  RequestSyncsInput,
  SyncRunRepresentation,
  written,
  type Wire,
  exampleRun,
} from '@sync/http-api';
import { ApiProblems, Problem } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ListSyncRuns } from './list-sync-runs';

const confirmedRun: Wire<SyncRunRepresentation> = {
  ...exampleRun,
  mode: 'reconcile',
  modified_after: null,
  records_deleted: 120,
};

@ApiTags('Syncs')
@RequiresBearer('syncs', 'active')
@Controller('api/system-connections/:id/syncs')
export class SyncsController {
  constructor(
    private readonly syncs: RequestSyncs,
    private readonly listSyncRuns: ListSyncRuns,
  ) {}

  /**
   * Request a sync
   * @remarks Starts one run per capability. A capability whose run is still open returns that run instead of starting a second one. 409
   * unless the connection is active, 422 for a capability that it may not import now.
   * @returns One run per capability, new or already open
   */
  @Post()
  @HttpCode(202)
  @ApiBody({ required: false, type: RequestSyncsInput })
  @ApiProblems('conflict')
  async requestSyncs(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: RequestSyncsInput,
  ): Promise<RequestedSyncs> {
    return { data: await this.syncs.request(id, input, { tenantId: tenantOf(caller) }) };
  }

  /**
   * Confirm the deletions that a sync run holds back
   * @remarks Deletes the records that the shop no longer lists, in the background: `records_deleted` grows. Records that were listed or
   * changed since then stay. 409 when the run holds none back, or when a newer list has replaced its own.
   */
  @Post(':run_id/confirm-deletions')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: SyncRunRepresentation, description: 'The run', ...written(confirmedRun) })
  @ApiProblems('conflict')
  async confirmDeletions(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @IdInPath('run_id') runId: string,
  ): Promise<SyncRunRepresentation> {
    const confirmed = await this.syncs.confirmDeletions(tenantOf(caller), id, runId);
    if (!confirmed) throw new Problem('not-found', 'This sync run does not exist.');
    return confirmed;
  }

  /**
   * List the sync runs of a connection
   * @remarks Newest first. While a run is open, its counters grow.
   */
  @Get()
  @ApiPage(SyncRunRepresentation)
  listSyncs(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Query() input: PageInput,
  ): Promise<Page<SyncRunRepresentation>> {
    return this.listSyncRuns.list(tenantOf(caller), id, input);
  }
}
