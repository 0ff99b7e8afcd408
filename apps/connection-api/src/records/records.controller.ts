import type { Readable } from 'node:stream';
import { Controller, Get, Header, Param, Query, type PipeTransform } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ApiProblems, Problem } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { recordPageContent } from './record-page-schema';
import { ReadRecords } from './read-records';
import { ReadRecordsInput } from './records-input';

const knownType: PipeTransform<string, SystemCapability> = {
  transform(text) {
    const type = systemCapabilities.find((capability) => capability === text);
    if (type === undefined) throw new Problem('not-found', 'This record type does not exist.');
    return type;
  },
};

@ApiTags('Records')
@RequiresBearer('records', 'active')
@Controller('api/records')
export class RecordsController {
  constructor(private readonly readRecords: ReadRecords) {}

  @Get(':type')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'Normalised records, in the order in which this service last wrote them' })
  @ApiParam({ name: 'type', enum: [...systemCapabilities] })
  @ApiOkResponse({
    description:
      'A page of records of this type: at most `limit` records and 8 MiB, or one larger record. A short page is not the last one.',
    content: recordPageContent,
  })
  @ApiProblems('not-found', 'validation-failed', 'too-many-requests')
  read(
    @RequestCaller() caller: Caller,
    @Param('type', knownType) type: SystemCapability,
    @Query() input: ReadRecordsInput,
  ): Promise<string | Readable> {
    return this.readRecords.read(caller, type, input);
  }
}
