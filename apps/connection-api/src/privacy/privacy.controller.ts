import type { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Header, HttpCode, HttpStatus, Ip, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IdInPath, unlessOver, uuidShape } from '@sync/http-api';
import { ApiProblems, Problem } from '@sync/service-runtime';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ErasureRepresentation, presentErasure } from './erasure-representation';
import { Erasures } from './erasures';
import { ExportPerson } from './export-person';
import { PersonInput } from './person-input';

const exampleLine = '{"type":"customers","record":{"id":"01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07","email":"erika@example.com"}}\n';

/** The rights of a person whom records of the tenant's shops name. The token of a shop's plugin reaches what its own shop has brought. */
@ApiTags('Privacy')
@RequiresBearer('privacy', 'active', 'error')
@Controller('api/privacy')
export class PrivacyController {
  constructor(
    private readonly erasures: Erasures,
    private readonly exportPerson: ExportPerson,
  ) {}

  /**
   * Erase a person
   * @remarks Takes the person with this address out of every record, stored webhook and log row of the tenant's shops, and keeps the person
   * out of what comes later. Amounts and counts stay. Asked for again, the same erasure runs again. 409 when the tenant has too many erasures, 429 when too
   * many are running.
   * @returns The erasure
   */
  @Post('erasures')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiProblems('conflict', 'too-many-requests')
  async requestErasure(
    @RequestCaller() caller: Caller,
    @Body() { email }: PersonInput,
    @Ip() address: string,
  ): Promise<ErasureRepresentation> {
    return presentErasure(await this.erasures.request(caller, email, address));
  }

  /**
   * Show an erasure
   * @remarks Without the address, which is stored nowhere once the erasure is `done`.
   * @returns The erasure
   */
  @Get('erasures/:erasure_id')
  async readErasure(@RequestCaller() caller: Caller, @IdInPath('erasure_id') id: string): Promise<ErasureRepresentation> {
    return presentErasure(await this.erasures.find(caller, requireId(id)));
  }

  /**
   * Lift an erasure
   * @remarks From now on records may name the person again: the next full sync brings them. What was erased here is not restored.
   * @returns Lifted
   */
  @Delete('erasures/:erasure_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async liftErasure(@RequestCaller() caller: Caller, @IdInPath('erasure_id') id: string, @Ip() address: string): Promise<void> {
    await this.erasures.lift(caller, requireId(id), address);
  }

  /**
   * Export what names a person
   * @remarks One line of JSON, `{type, record}`, for each row that an erasure of this address would change: records as in the feed, stored
   * webhooks, log rows. 429 while another export of the tenant runs.
   */
  @Post('exports')
  @HttpCode(HttpStatus.OK)
  @Header('content-type', 'application/x-ndjson; charset=utf-8')
  @ApiOkResponse({
    description: 'One line for each row; empty where none names the address.',
    content: {
      'application/x-ndjson': { schema: { type: 'string' }, examples: { line: { summary: 'One customer', value: exampleLine } } },
    },
  })
  @ApiProblems('too-many-requests')
  async exportPersonalData(
    @RequestCaller() caller: Caller,
    @Body() { email }: PersonInput,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return unlessOver(await this.exportPerson.run(caller, email, address), reply);
  }
}

function requireId(id: string): string {
  if (!uuidShape.test(id)) throw new Problem('not-found', 'This erasure does not exist.');
  return id;
}
