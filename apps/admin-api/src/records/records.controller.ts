import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiParam, ApiTags, type ApiParamOptions } from '@nestjs/swagger';
import { ConnectionId, Operation, sharedExamples, written } from '@sync/http-api';
import { systemCapabilities } from '@sync/records';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ConnectionRecords } from './connection-records';
import { maxSourceIdLength, recordAddress, RecordCounts, RefetchRepresentation, RequestedRefetch } from './record-representation';

const kindParameter: ApiParamOptions = { name: 'kind', schema: { type: 'string', enum: [...systemCapabilities] } };
const sourceIdParameter: ApiParamOptions = { name: 'source_id', schema: { type: 'string', minLength: 1, maxLength: maxSourceIdLength } };
const record = {
  id: '01981c39-0d52-7e16-9a4b-3c8f7d5e2b07',
  source_id: '515',
  system: sharedExamples.shop.system?.slug,
  system_connection_id: sharedExamples.ids.shop,
  status: 'completed',
  total: 3581,
  currency: 'EUR',
  synced_at: '2026-01-05T12:04:11.000Z',
  deleted_at: null,
};

@ApiTags('Records')
@RequiresSession()
@Controller('api/admin/connections/:id')
export class RecordsController {
  constructor(private readonly records: ConnectionRecords) {}

  @Get('records')
  @Operation({
    id: 'countRecords',
    summary: 'Count the records of a connection',
    description: 'Stops at 10,000 of each kind. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({
    type: RecordCounts,
    description: 'How many are stored, by kind',
    ...written({ data: [{ kind: 'orders', count: 1982, is_limited: false }] }),
  })
  @ApiProblems('not-found')
  count(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<RecordCounts> {
    return this.records.count(user, id);
  }

  @Get('records/:kind/:source_id')
  @Operation({
    id: 'getRecord',
    summary: 'Look up one record',
    description: 'By its id at the shop, in the form of the records feed, also when it is marked as deleted. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true }, description: 'The record', ...written(record) })
  @ApiProblems('not-found')
  show(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Param('kind') kind: string,
    @Param('source_id') sourceId: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.records.show(user, id, recordAddress(kind, sourceId));
  }

  @Post('records/:kind/:source_id/refetch')
  @HttpCode(HttpStatus.ACCEPTED)
  @Operation({
    id: 'refetchRecord',
    summary: 'Read one record from the shop again',
    description:
      'A worker reads the record from the shop and stores it as it is there; one that the shop does not have is marked as deleted. 409 unless the connection is active, 422 for a kind that it may not import now. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  @ApiAcceptedResponse({ type: RequestedRefetch, description: 'A worker will read it', ...written({ task_id: record.id }) })
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  refetch(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Param('kind') kind: string,
    @Param('source_id') sourceId: string,
  ): Promise<RequestedRefetch> {
    return this.records.refetch(user, id, recordAddress(kind, sourceId));
  }

  @Get('refetches/:task_id')
  @Operation({
    id: 'getRefetch',
    summary: 'Follow a record that is read again',
    description: 'A task that has failed stays until it is retried or discarded, one that is done for some days. Full detail only.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'task_id', format: 'uuid' })
  @ApiOkResponse({
    type: RefetchRepresentation,
    description: 'How far it is',
    ...written({ task_id: record.id, status: 'done', error: null }),
  })
  @ApiProblems('not-found')
  showRefetch(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @PathId('task_id', 'refetch') taskId: string,
  ): Promise<RefetchRepresentation> {
    return this.records.showRefetch(user, id, taskId);
  }
}
