import type { Readable } from 'node:stream';
import { applyDecorators, Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Operation, unlessOver } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import { ApiProblems } from '@sync/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ReadRecords, type FeedRequest } from './read-records';
import { lines, wantsLines } from './record-lines';
import { recordPageContent } from './record-page-schema';
import { ReadRecordsInput } from './records-input';
import { access } from './wait-for-records';

/** Method decorator: the route of one record type. A path for each, so that a generated client knows what it holds. */
function Feed(type: SystemCapability, id: string): MethodDecorator {
  return applyDecorators(
    Get(type),
    Operation({
      id,
      summary: `Read ${type}, in the order in which this service last wrote them`,
      description:
        'Keep the last `next_cursor`, also that of an empty page, and send it next time: you get every later change exactly once, deletions included. Read on while `has_more` is true. With `wait` the response comes as soon as there is something to read. With `Accept: application/x-ndjson` you get everything to the end, one record a line, and `limit` does not count.',
    }),
    ApiOkResponse({
      description:
        'A page: at most `limit` records and 8 MiB, with `wait` 256 KiB. A short page is not the last one. Or lines, each with the cursor to read on from.',
      content: recordPageContent(type),
    }),
    ApiProblems('too-many-requests'),
  );
}

@ApiTags('Records')
@RequiresBearer(access.group, ...access.statuses)
@Controller('api/records')
export class RecordsController {
  constructor(private readonly readRecords: ReadRecords) {}

  @Feed('customers', 'readCustomers')
  customers(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer | Readable> {
    return this.read({ caller, type: 'customers', input, request, reply });
  }

  @Feed('orders', 'readOrders')
  orders(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer | Readable> {
    return this.read({ caller, type: 'orders', input, request, reply });
  }

  @Feed('products', 'readProducts')
  products(
    @RequestCaller() caller: Caller,
    @Query() input: ReadRecordsInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer | Readable> {
    return this.read({ caller, type: 'products', input, request, reply });
  }

  private async read(asked: FeedRequest): Promise<string | Buffer | Readable> {
    const { request, reply } = asked;
    const asLines = wantsLines(request.headers.accept);
    const body = await (asLines ? this.readRecords.readLines(asked) : this.readRecords.readPage(asked));
    if (!reply.sent) void reply.headers({ 'content-type': `${asLines ? lines : 'application/json'}; charset=utf-8`, vary: 'Accept' });
    return unlessOver(body, reply);
  }
}
