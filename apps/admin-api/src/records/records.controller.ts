import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags, type ApiParamOptions } from '@nestjs/swagger';
import { ConnectionId, written } from '@sync/http-api';
import { systemCapabilities } from '@sync/records';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ConnectionRecords } from './connection-records';
import {
  exampleRecord,
  maxSourceIdLength,
  recordAddress,
  type RecordCounts,
  type RecordStory,
  type RefetchRepresentation,
  type RequestedRefetch,
} from './record-representation';

const kindParameter: ApiParamOptions = { name: 'kind', schema: { type: 'string', enum: [...systemCapabilities] } };
const sourceIdParameter: ApiParamOptions = { name: 'source_id', schema: { type: 'string', minLength: 1, maxLength: maxSourceIdLength } };

@ApiTags('Records')
@RequiresSession('help')
@Controller('api/admin/connections/:id')
export class RecordsController {
  constructor(private readonly records: ConnectionRecords) {}

  /**
   * Count the records of a connection
   * @remarks Stops at 10,000 of each kind. Full detail only.
   * @returns How many are stored, by kind
   */
  @Get('records')
  countRecords(@ConnectionId('id') id: string): Promise<RecordCounts> {
    return this.records.count(id);
  }

  /**
   * Look up one record
   * @remarks By its id at the shop, in the form of the records feed, also when it is marked as deleted. Full detail only.
   */
  @Get('records/:kind/:source_id')
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true }, description: 'The record', ...written(exampleRecord) })
  getRecord(
    @ConnectionId('id') id: string,
    @Param('kind') kind: string,
    @Param('source_id') sourceId: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.records.show(id, recordAddress(kind, sourceId));
  }

  /**
   * Show what happened to one record
   * @remarks The last writings of it: when, by which run, webhook or erasure, and which members changed, without their values. Also when it
   * is marked as deleted. Full detail only.
   * @returns The story of the record
   */
  @Get('records/:kind/:source_id/story')
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
  getRecordStory(@ConnectionId('id') id: string, @Param('kind') kind: string, @Param('source_id') sourceId: string): Promise<RecordStory> {
    return this.records.tell(id, recordAddress(kind, sourceId));
  }

  /**
   * Read one record from the shop again
   * @remarks A worker reads the record from the shop and stores it as it is there; one that the shop does not have is marked as deleted.
   * 409 unless the connection is active, 422 for a kind that it may not import now. Full detail only.
   * @returns A worker will read it
   */
  @Post('records/:kind/:source_id/refetch')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiParam(kindParameter)
  @ApiParam(sourceIdParameter)
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
   * @returns How far it is
   */
  @Get('refetches/:task_id')
  getRefetch(@ConnectionId('id') id: string, @PathId('task_id', 'refetch') taskId: string): Promise<RefetchRepresentation> {
    return this.records.showRefetch(id, taskId);
  }
}
