import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionId } from '../connections/connection-id';
import { ConnectionStatusResponse, ReadConnectionStatus } from './read-connection-status';
import { ReadConfiguration } from './read-configuration';
import { SaveConfiguration } from './save-configuration';
import { ConfigurationResponse, SavedConfiguration, SaveConfigurationInput } from './widget-input';

@ApiTags('Widget')
@Controller('api/widget')
export class WidgetController {
  constructor(
    private readonly readConnectionStatus: ReadConnectionStatus,
    private readonly readConfiguration: ReadConfiguration,
    private readonly saveConfiguration: SaveConfiguration,
  ) {}

  @Get('connections/:connection_id/status')
  @RequiresBearer('active', 'pending', 'error', 'disconnected', 'inactive')
  @ApiOperation({ summary: "Status of a connection of the bearer's tenant" })
  @ApiParam({ name: 'connection_id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionStatusResponse })
  @ApiProblems('not-found')
  status(@RequestCaller() caller: Caller, @ConnectionId('connection_id') id: string): Promise<ConnectionStatusResponse> {
    return this.readConnectionStatus.read(caller, id);
  }

  @Get('configuration')
  @RequiresBearer('active', 'pending', 'error')
  @ApiOperation({ summary: "Configuration schema and current configuration of the bearer's connection" })
  @ApiOkResponse({ type: ConfigurationResponse })
  configuration(@RequestCaller() caller: Caller): Promise<ConfigurationResponse> {
    return this.readConfiguration.read(caller);
  }

  @Patch('configuration')
  @RequiresBearer('active', 'pending', 'error')
  @ApiOperation({ summary: 'Replaces the submitted fields and keeps the others' })
  @ApiOkResponse({ type: SavedConfiguration })
  @ApiBodyProblems()
  @ApiProblems('validation-failed', 'conflict')
  save(@RequestCaller() caller: Caller, @Body() input: SaveConfigurationInput): Promise<SavedConfiguration> {
    return this.saveConfiguration.save(caller, input.configuration);
  }
}
