import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { readConfiguration } from '@sync/connections';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionId } from '../connections/connection-id';
import { ChangeConnection } from '../lifecycle/change-connection';
import { ConnectionStatusResponse, ReadConnectionStatus } from './read-connection-status';
import { ConfigurationResponse, SavedConfiguration, SaveConfigurationInput } from './widget-input';

@ApiTags('Widget')
@Controller('api/widget')
export class WidgetController {
  constructor(
    private readonly readConnectionStatus: ReadConnectionStatus,
    private readonly dataSource: DataSource,
    private readonly connections: ChangeConnection,
  ) {}

  @Get('connections/:connection_id/status')
  @RequiresBearer('status', 'active', 'pending', 'error', 'disconnected', 'inactive')
  @ApiOperation({ summary: "Status of a connection of the bearer's tenant" })
  @ApiParam({ name: 'connection_id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionStatusResponse })
  @ApiProblems('not-found')
  status(@RequestCaller() caller: Caller, @ConnectionId('connection_id') id: string): Promise<ConnectionStatusResponse> {
    return this.readConnectionStatus.read(caller, id);
  }

  @Get('configuration')
  @RequiresBearer('configuration', 'active', 'pending', 'error')
  @ApiOperation({ summary: "Configuration schema and current configuration of the bearer's connection" })
  @ApiOkResponse({ type: ConfigurationResponse })
  configuration(@RequestCaller() { connectionId }: Caller): Promise<ConfigurationResponse> {
    return readConfiguration(this.dataSource, connectionId);
  }

  @Patch('configuration')
  @RequiresBearer('configuration', 'active', 'pending', 'error')
  @ApiOperation({ summary: 'Replaces the submitted fields and keeps the others' })
  @ApiOkResponse({ type: SavedConfiguration })
  @ApiBodyProblems()
  @ApiProblems('validation-failed', 'conflict')
  async save(@RequestCaller() { connectionId }: Caller, @Body() input: SaveConfigurationInput): Promise<SavedConfiguration> {
    return { configuration: await this.connections.saveConfiguration(connectionId, input.configuration) };
  }
}
