import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
  ChangeConnection,
  ConnectionId,
  ConnectionRepresentation,
  type Page,
  PageInput,
  PresentConnections,
  ReadTimeline,
  RenewCredentialsInput,
  TransitionRepresentation,
  written,
  exampleDisconnectedShop,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';

/** A caller's token ends or resumes the shops of its tenant. */
@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id')
export class ShopsController {
  constructor(
    private readonly connections: ChangeConnection,
    private readonly presenter: PresentConnections,
    private readonly timelines: ReadTimeline,
  ) {}

  /**
   * Disconnect a shop of the tenant
   * @remarks Its records are kept but hidden, and it is not called any more. It can be reconnected until `grace_deadline`, when it is
   * deleted.
   */
  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({
    type: ConnectionRepresentation,
    description: 'The connection, disconnected',
    ...written(exampleDisconnectedShop),
  })
  @ApiProblems('conflict')
  async disconnectShop(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    await this.connections.stop(id, { trigger: 'disconnection', actor: `caller:${caller.connectionId}` });
    return this.presenter.presentStored(id);
  }

  /**
   * Reconnect a shop of the tenant
   * @remarks For a disconnected or failing shop. Its stored credentials are verified with the shop first; when that fails (422), everything
   * stays as it is.
   * @returns The connection, active again
   */
  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @ApiProblems('conflict', 'verification-failed')
  async reconnectShop(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    await this.connections.reconnect(id, `caller:${caller.connectionId}`);
    return this.presenter.presentStored(id);
  }

  /**
   * Uninstall a shop of the tenant
   * @remarks Deletes the connection and all its data at once, in any status. It cannot be undone.
   * @returns Everything is deleted, including its tokens
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  async uninstallShop(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<void> {
    await this.connections.uninstall(id, `caller:${caller.connectionId}`);
  }

  /**
   * Replace a shop's credentials
   * @remarks The new ones are verified with the shop, then stored, and the connection is active afterwards. Its id, its records and your
   * cursors stay. 422 when the shop does not confirm them or names another account.
   * @returns The connection, active
   */
  @Put('credentials')
  @ApiProblems('conflict', 'verification-failed')
  async replaceShopCredentials(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: RenewCredentialsInput,
  ): Promise<ConnectionRepresentation> {
    await this.connections.renewCredentials(id, input.credentials, `caller:${caller.connectionId}`);
    return this.presenter.presentStored(id);
  }

  /**
   * Read what happened to a shop
   * @remarks The changes of its status, newest first: when, why and by whom.
   */
  @Get('timeline')
  @ApiPage(TransitionRepresentation)
  @ApiProblems('conflict')
  readShopTimeline(@ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<TransitionRepresentation>> {
    return this.timelines.read(id, input);
  }
}
