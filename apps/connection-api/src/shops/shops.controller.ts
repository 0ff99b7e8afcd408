import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionId } from '../connections/connection-id';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { ChangeConnection } from '../lifecycle/change-connection';
import { ApiPage } from '../paging/api-page';
import type { Page } from '../paging/page';
import { PageInput } from '../paging/page-input';
import { FindShop } from './find-shop';
import { ReadTimeline } from './read-timeline';
import { RenewCredentialsInput } from './shops-input';
import { TransitionRepresentation } from './transition-representation';

/** A caller's token ends or resumes the shops of its tenant. */
@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id')
export class ShopsController {
  constructor(
    private readonly shops: FindShop,
    private readonly connections: ChangeConnection,
    private readonly timelines: ReadTimeline,
  ) {}

  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Disconnects a shop of the tenant; it can be reconnected until its grace deadline' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('not-found', 'conflict')
  async disconnect(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    await this.shops.require(caller, id);
    return this.connections.disconnect(id, `caller:${caller.connectionId}`);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Verifies the stored credentials and reactivates a disconnected or failing shop of the tenant' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('not-found', 'conflict', 'verification-failed')
  async reconnect(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    await this.shops.require(caller, id);
    return this.connections.reconnect(id, `caller:${caller.connectionId}`);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Uninstalls a shop of the tenant: deletes its connection and all its data at once' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Everything is deleted, including its tokens' })
  @ApiProblems('not-found', 'conflict')
  async uninstall(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<void> {
    await this.shops.require(caller, id);
    await this.connections.uninstall(id, `caller:${caller.connectionId}`);
  }

  @Put('credentials')
  @ApiOperation({ summary: 'Verifies new credentials of a shop with the shop and stores them; the connection is active afterwards' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed', 'verification-failed')
  async renewCredentials(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: RenewCredentialsInput,
  ): Promise<ConnectionRepresentation> {
    await this.shops.require(caller, id);
    return this.connections.renewCredentials(id, input.credentials, `caller:${caller.connectionId}`);
  }

  @Get('timeline')
  @ApiOperation({ summary: 'Status changes of a shop of the tenant, newest first' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(TransitionRepresentation)
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async timeline(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Query() input: PageInput,
  ): Promise<Page<TransitionRepresentation>> {
    await this.shops.require(caller, id);
    return this.timelines.read(id, input);
  }
}
