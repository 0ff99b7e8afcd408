import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AnswersProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { ForBearers } from '../access/for-bearers';
import { RequestCaller } from '../access/request-caller';
import { ReadsBody } from '../api-description/reads-body';
import { ConnectionId } from '../connections/connection-id';
import { ConnectionStatusAnswer, ReadConnectionStatus } from './read-connection-status';
import { ReadConfiguration } from './read-configuration';
import { SaveConfiguration } from './save-configuration';
import { ConfigurationAnswer, SavedConfiguration, SaveConfigurationInput } from './widget-input';

@ApiTags('Widget')
@Controller('api/widget')
export class WidgetController {
  constructor(
    private readonly readConnectionStatus: ReadConnectionStatus,
    private readonly readConfiguration: ReadConfiguration,
    private readonly saveConfiguration: SaveConfiguration,
  ) {}

  @Get('connections/:connection_id/status')
  @ForBearers('active', 'pending', 'error', 'disconnected', 'inactive')
  @ApiOperation({ summary: "Status of a connection of the bearer's tenant" })
  @ApiParam({ name: 'connection_id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionStatusAnswer })
  @AnswersProblems('not-found')
  status(@RequestCaller() caller: Caller, @ConnectionId('connection_id') id: string): Promise<ConnectionStatusAnswer> {
    return this.readConnectionStatus.read(caller, id);
  }

  @Get('configuration')
  @ForBearers('active', 'pending', 'error')
  @ApiOperation({ summary: "What can be configured of the bearer's connection, and how it is" })
  @ApiOkResponse({ type: ConfigurationAnswer })
  configuration(@RequestCaller() caller: Caller): Promise<ConfigurationAnswer> {
    return this.readConfiguration.read(caller);
  }

  @Patch('configuration')
  @ForBearers('active', 'pending', 'error')
  @ApiOperation({ summary: 'Replaces the submitted fields; the others stay' })
  @ApiOkResponse({ type: SavedConfiguration })
  @ReadsBody()
  @AnswersProblems('validation-failed', 'conflict')
  save(@RequestCaller() caller: Caller, @Body() input: SaveConfigurationInput): Promise<SavedConfiguration> {
    return this.saveConfiguration.save(caller, input.configuration);
  }
}
