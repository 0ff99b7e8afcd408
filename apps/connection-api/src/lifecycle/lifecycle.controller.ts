import { Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { refuseDirect } from '../connections/refuse-direct';
import { ChangeConnection } from './change-connection';

@ApiTags('Widget')
@Controller('api/widget/connection')
export class LifecycleController {
  constructor(private readonly connections: ChangeConnection) {}

  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', 'active', 'pending', 'error')
  @ApiOperation({ summary: "Disconnects the bearer's shop; it can be reconnected until its grace deadline" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('conflict')
  async disconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    refuseDirect(caller);
    return this.connections.disconnect(caller.connectionId, `widget:${caller.connectionId}`);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('life cycle', 'active', 'pending', 'error', 'disconnected')
  @ApiOperation({ summary: "Verifies the stored credentials and reactivates the bearer's disconnected or failing shop" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('conflict', 'validation-failed', 'verification-failed')
  async reconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    refuseDirect(caller);
    return this.connections.reconnect(caller.connectionId, `widget:${caller.connectionId}`);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('life cycle', 'active', 'pending', 'error', 'disconnected', 'inactive')
  @ApiOperation({ summary: "Deletes the bearer's shop and all its data, in any status. For a plugin that is uninstalled" })
  @ApiNoContentResponse({ description: 'Everything is deleted, including the token' })
  @ApiProblems('conflict')
  async uninstall(@RequestCaller() caller: Caller): Promise<void> {
    refuseDirect(caller);
    await this.connections.uninstall(caller.connectionId, `widget:${caller.connectionId}`);
  }
}
