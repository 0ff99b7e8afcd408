import type { Readable } from 'node:stream';
import { applyDecorators, Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Operation, unlessOver } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { ApiProblems } from '@sync/service-runtime';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { recordPageContent } from './record-page-schema';
import { ReadRecords } from './read-records';
import { ReadRecordsInput } from './records-input';

/** Method decorator: the route of one record type. A path for each, so that a generated client knows what it holds. */
function Feed(type: SystemCapability, id: string): MethodDecorator {
  return applyDecorators(
    Get(type),
    Header('content-type', 'application/json; charset=utf-8'),
    Operation({
      id,
      summary: `Read ${type}, in the order in which this service last wrote them`,
      description:
        'Keep the last `next_cursor`, also that of an empty page, and send it next time: you get every later change exactly once, deletions included. Read on while `has_more` is true.',
    }),
    ApiOkResponse({
      description: 'A page: at most `limit` records and 8 MiB. A short page is not the last one.',
      content: recordPageContent(type),
    }),
    ApiProblems('too-many-requests'),
  );
}

@ApiTags('Records')
@RequiresBearer('records', 'active')
@Controller('api/records')
export class RecordsController {
  constructor(private readonly readRecords: ReadRecords) {}

  @Feed('customers', 'readCustomers')
  customers(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    return this.read(caller, 'customers', input, reply);
  }

  @Feed('orders', 'readOrders')
  orders(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    return this.read(caller, 'orders', input, reply);
  }

  @Feed('products', 'readProducts')
  products(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    return this.read(caller, 'products', input, reply);
  }

  private async read(caller: Caller, type: SystemCapability, input: ReadRecordsInput, reply: FastifyReply): Promise<string | Readable> {
    return unlessOver(await this.readRecords.read(caller, type, input), reply);
  }
}
