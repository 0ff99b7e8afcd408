import { Body, Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { installedStatuses, liveStatuses, presentStatuses } from '@sync/domain';
import { ChangeConnection, ConnectionRepresentation, PresentConnections, written, exampleDisconnectedShop } from '@sync/http-api';
import { pluginInfoOf } from '@sync/platforms';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { refuseDirect } from '../connections/refuse-direct';
import { MoveShopInput } from './move-shop-input';

@ApiTags('Widget')
@Controller('api/widget/connection')
export class LifecycleController {
  constructor(
    private readonly connections: ChangeConnection,
    private readonly presenter: PresentConnections,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Disconnect the bearer's shop
   * @remarks Its records are kept but hidden. It can be reconnected until `grace_deadline`, when it is deleted. 409 for the token of a
   * direct connection.
   */
  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', ...liveStatuses)
  @ApiOkResponse({
    type: ConnectionRepresentation,
    description: 'The connection, disconnected',
    ...written(exampleDisconnectedShop),
  })
  @ApiProblems('conflict')
  async disconnectOwnShop(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.stop(caller.connectionId, { trigger: 'disconnection', actor: `widget:${caller.connectionId}` });
    return this.presenter.presentStored(caller.connectionId);
  }

  /**
   * Reconnect the bearer's shop
   * @remarks For a disconnected or failing shop. Its stored credentials are verified with the shop first; when that fails (422), everything
   * stays as it is.
   * @returns The connection, active again
   */
  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', ...presentStatuses)
  @ApiProblems('conflict', 'verification-failed')
  async reconnectOwnShop(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.reconnect(caller.connectionId, `widget:${caller.connectionId}`);
    return this.presenter.presentStored(caller.connectionId);
  }

  /**
   * Give the bearer's shop another address
   * @remarks For a shop that moved: it keeps its id, its records and its settings. Address and credentials are verified with the shop first;
   * when that fails (422, with the reason), everything stays as it is. 409 when the company has linked the shop at this address already.
   * @returns The connection, active at its new address
   */
  @Post('move')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', ...presentStatuses)
  @ApiProblems('conflict', 'verification-failed')
  async moveOwnShop(@RequestCaller() caller: Caller, @Body() input: MoveShopInput): Promise<ConnectionRepresentation> {
    await refuseDirect(this.dataSource, caller);
    const { base_url: baseUrl, credentials, plugin } = input;
    const address = { baseUrl, credentials, plugin: pluginInfoOf(plugin) };
    await this.connections.moveShop(caller.connectionId, address, `widget:${caller.connectionId}`);
    return this.presenter.presentStored(caller.connectionId);
  }

  /**
   * Uninstall the bearer's shop
   * @remarks For a plugin that is removed. Deletes the connection and all its data at once, in any status, the token included.
   * @returns Everything is deleted, including the token
   */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('life cycle', ...installedStatuses)
  @ApiProblems('conflict')
  async uninstallOwnShop(@RequestCaller() caller: Caller): Promise<void> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.uninstall(caller.connectionId, `widget:${caller.connectionId}`);
  }
}
