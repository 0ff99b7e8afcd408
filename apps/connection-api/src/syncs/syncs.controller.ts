import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionId } from '../connections/connection-id';
import { ApiPage } from '../paging/api-page';
import type { Page } from '../paging/page';
import { PageInput } from '../paging/page-input';
import { ListSyncRuns } from './list-sync-runs';
import { RequestSyncs } from './request-syncs';
import { SyncRunRepresentation } from './sync-run-representation';
import { RequestedSyncs, RequestSyncsInput } from './syncs-input';

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
  @ApiOperation({ summary: 'Requests a sync. An open run is returned instead of starting a second one' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: RequestSyncsInput })
  @ApiAcceptedResponse({ type: RequestedSyncs })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async request(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: RequestSyncsInput,
  ): Promise<RequestedSyncs> {
    return { data: await this.requestSyncs.request(tenantOf(caller), id, input) };
  }

  @Get()
  @ApiOperation({ summary: 'Sync runs of a connection, newest first' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(SyncRunRepresentation)
  @ApiProblems('not-found', 'validation-failed')
  list(@RequestCaller() caller: Caller, @ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<SyncRunRepresentation>> {
    return this.listSyncRuns.list(tenantOf(caller), id, input);
  }
}
