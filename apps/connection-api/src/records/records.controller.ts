import { Controller, Get, Header, Param, Query, type PipeTransform } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { AnswersProblems, Problem } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { ForBearers } from '../access/for-bearers';
import { RequestCaller } from '../access/request-caller';
import { recordPageContent } from './record-page-schema';
import { ReadRecords } from './read-records';
import { ReadRecordsInput } from './records-input';

const existingType: PipeTransform<string, SystemCapability> = {
  transform(text) {
    const type = systemCapabilities.find((capability) => capability === text);
    if (type === undefined) throw new Problem('not-found', 'There are no records of this type.');
    return type;
  },
};

@ApiTags('Records')
@ForBearers('active')
@Controller('api/records')
export class RecordsController {
  constructor(private readonly readRecords: ReadRecords) {}

  @Get(':type')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'Normalised records in the order in which the service last wrote them' })
  @ApiParam({ name: 'type', enum: [...systemCapabilities] })
  @ApiOkResponse({ description: 'A page of this type', content: recordPageContent })
  @AnswersProblems('not-found', 'validation-failed')
  read(
    @RequestCaller() caller: Caller,
    @Param('type', existingType) type: SystemCapability,
    @Query() input: ReadRecordsInput,
  ): Promise<string> {
    return this.readRecords.read(caller, type, input);
  }
}
