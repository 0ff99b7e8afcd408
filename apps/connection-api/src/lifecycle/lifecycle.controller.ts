import { Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { installedStatuses, liveStatuses, presentStatuses } from '@sync/domain';
import { ChangeConnection, ConnectionRepresentation, Operation, PresentConnections, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { disconnectedShop, shop } from '../api-description/examples';
import { refuseDirect } from '../connections/refuse-direct';

@ApiTags('Widget')
@Controller('api/widget/connection')
export class LifecycleController {
  constructor(
    private readonly connections: ChangeConnection,
    private readonly presenter: PresentConnections,
    private readonly dataSource: DataSource,
  ) {}

  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', ...liveStatuses)
  @Operation({
    id: 'disconnectOwnShop',
    summary: "Disconnect the bearer's shop",
    description:
      'Its records are kept but hidden. It can be reconnected until `grace_deadline`, when it is deleted. 409 for the token of a direct connection.',
  })
  @ApiOkResponse({ type: ConnectionRepresentation, description: 'The connection, disconnected', ...written(disconnectedShop) })
  @ApiProblems('conflict')
  async disconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.stop(caller.connectionId, { trigger: 'disconnection', actor: `widget:${caller.connectionId}` });
    return this.presenter.presentStored(caller.connectionId);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', ...presentStatuses)
  @Operation({
    id: 'reconnectOwnShop',
    summary: "Reconnect the bearer's shop",
    description:
      'For a disconnected or failing shop. Its stored credentials are verified with the shop first; when that fails (422), everything stays as it is.',
  })
  @ApiOkResponse({ type: ConnectionRepresentation, description: 'The connection, active again', ...written(shop) })
  @ApiProblems('conflict', 'validation-failed', 'verification-failed')
  async reconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.reconnect(caller.connectionId, `widget:${caller.connectionId}`);
    return this.presenter.presentStored(caller.connectionId);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('life cycle', ...installedStatuses)
  @Operation({
    id: 'uninstallOwnShop',
    summary: "Uninstall the bearer's shop",
    description: 'For a plugin that is removed. Deletes the connection and all its data at once, in any status, the token included.',
  })
  @ApiNoContentResponse({ description: 'Everything is deleted, including the token' })
  @ApiProblems('conflict')
  async uninstall(@RequestCaller() caller: Caller): Promise<void> {
    await refuseDirect(this.dataSource, caller);
    await this.connections.uninstall(caller.connectionId, `widget:${caller.connectionId}`);
  }
}
