import { Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { DisconnectConnection } from './disconnect-connection';
import { ReconnectConnection } from './reconnect-connection';
import { UninstallConnection } from './uninstall-connection';

@ApiTags('Widget')
@Controller('api/widget/connection')
export class LifecycleController {
  constructor(
    private readonly disconnectConnection: DisconnectConnection,
    private readonly reconnectConnection: ReconnectConnection,
    private readonly uninstallConnection: UninstallConnection,
  ) {}

  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('active', 'pending', 'error')
  @ApiOperation({ summary: "Disconnects the bearer's connection; it can be reconnected until its grace deadline" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('conflict')
  disconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    return this.disconnectConnection.disconnect(caller);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('active', 'pending', 'error', 'disconnected')
  @ApiOperation({ summary: "Verifies the stored credentials and reactivates the bearer's disconnected or failing connection" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('conflict', 'verification-failed')
  reconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    return this.reconnectConnection.reconnect(caller);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('active', 'pending', 'error')
  @ApiOperation({ summary: "The plugin was uninstalled: deletes the bearer's connection and all its data" })
  @ApiNoContentResponse({ description: 'Everything is deleted, including the token' })
  @ApiProblems('conflict')
  uninstall(@RequestCaller() caller: Caller): Promise<void> {
    return this.uninstallConnection.uninstall(caller);
  }
}
