import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiParam, ApiTags, type ApiParamOptions } from '@nestjs/swagger';
import { ConnectionId, sharedExamples, written } from '@sync/http-api';
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

  /**
   * Count the records of a connection
   * @remarks Stops at 10,000 of each kind. Full detail only.
   */
  @Get('records')
  @ApiOkResponse({
    type: RecordCounts,
    description: 'How many are stored, by kind',
    ...written({ data: [{ kind: 'orders', count: 1982, is_limited: false }] }),
  })
  countRecords(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<RecordCounts> {
    return this.records.count(user, id);
  }

  /**
   * Look up one record
   * @remarks By its id at the shop, in the form of the records feed, also when it is marked as deleted. Full detail only.
   */
  @Get('records/:kind/:source_id')
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true }, description: 'The record', ...written(record) })
  getRecord(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Param('kind') kind: string,
    @Param('source_id') sourceId: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.records.show(user, id, recordAddress(kind, sourceId));
  }

  /**
   * Read one record from the shop again
   * @remarks A worker reads the record from the shop and stores it as it is there; one that the shop does not have is marked as deleted.
   * 409 unless the connection is active, 422 for a kind that it may not import now. Full detail only.
   */
  @Post('records/:kind/:source_id/refetch')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  @ApiAcceptedResponse({ type: RequestedRefetch, description: 'A worker will read it', ...written({ task_id: record.id }) })
  @ApiProblems('conflict')
  refetchRecord(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Param('kind') kind: string,
    @Param('source_id') sourceId: string,
  ): Promise<RequestedRefetch> {
    return this.records.refetch(user, id, recordAddress(kind, sourceId));
  }

  /**
   * Follow a record that is read again
   * @remarks A task that has failed stays until it is retried or discarded, one that is done for some days. Full detail only.
   */
  @Get('refetches/:task_id')
  @ApiOkResponse({
    type: RefetchRepresentation,
    description: 'How far it is',
    ...written({ task_id: record.id, status: 'done', error: null }),
  })
  getRefetch(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @PathId('task_id', 'refetch') taskId: string,
  ): Promise<RefetchRepresentation> {
    return this.records.showRefetch(user, id, taskId);
  }
}
