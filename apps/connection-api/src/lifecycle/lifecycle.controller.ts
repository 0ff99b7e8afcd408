import { Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnswersProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { ForBearers } from '../access/for-bearers';
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
  @ForBearers('active', 'pending', 'error')
  @ApiOperation({ summary: "Ends the bearer's connection; it can be reconnected until its grace deadline" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @AnswersProblems('conflict')
  disconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    return this.disconnectConnection.disconnect(caller);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @ForBearers('active', 'pending', 'error', 'disconnected')
  @ApiOperation({ summary: "Verifies the stored credentials and makes the bearer's disconnected or failing connection active again" })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @AnswersProblems('conflict', 'verification-failed')
  reconnect(@RequestCaller() caller: Caller): Promise<ConnectionRepresentation> {
    return this.reconnectConnection.reconnect(caller);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ForBearers('active', 'pending', 'error')
  @ApiOperation({ summary: "The plugin was removed: deletes the bearer's connection and everything that belongs to it" })
  @ApiNoContentResponse({ description: 'Everything is gone, the token included' })
  @AnswersProblems('conflict')
  uninstall(@RequestCaller() caller: Caller): Promise<void> {
    return this.uninstallConnection.uninstall(caller);
  }
}
