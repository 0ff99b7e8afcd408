import { Body, Controller, Get, Ip, Patch } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { readConfiguration, type SaveOptions } from '@sync/connections';
import { installedStatuses, liveStatuses } from '@sync/domain';
import {
  ChangeConnection,
  Conditional,
  ConfigurationResponse,
  ConfigurationResult,
  ConnectionId,
  IfMatch,
  SaveConfigurationInput,
  SavedConfiguration,
  written,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { auditedSave } from './audited-save';
import { ReadConnectionStatus } from './read-connection-status';
import { BareConnectionStatus, ConnectionStatusResponse, exampleStatus } from './widget-connection-representation';

const statusForms = [ConnectionStatusResponse, BareConnectionStatus];

@ApiTags('Widget')
@ApiExtraModels(...statusForms)
@Controller('api/widget')
export class WidgetController {
  constructor(
    private readonly readConnectionStatus: ReadConnectionStatus,
    private readonly dataSource: DataSource,
    private readonly connections: ChangeConnection,
  ) {}

  /**
   * Read the status of a connection
   * @remarks Of a connection of the bearer's tenant. Poll it while a handshake is pending: `last_attempt` says why the owner's latest
   * attempt failed. To a plugin's token another connection than its own shows `id` and `status` alone.
   */
  @Get('connections/:connection_id/status')
  @RequiresBearer('status', ...installedStatuses)
  @ApiOkResponse({
    schema: { anyOf: statusForms.map((form) => ({ $ref: getSchemaPath(form) })) },
    description: 'The status',
    ...written(exampleStatus),
  })
  getConnectionStatus(
    @RequestCaller() caller: Caller,
    @ConnectionId('connection_id') id: string,
  ): Promise<ConnectionStatusResponse | BareConnectionStatus> {
    return this.readConnectionStatus.read(caller, id);
  }

  /**
   * Read the settings of the bearer's connection
   * @remarks The form and the stored values. `schema` is null where there is nothing to configure.
   */
  @Get('configuration')
  @RequiresBearer('configuration', ...liveStatuses)
  @ConfigurationResult(ConfigurationResponse, 'The form and the stored values')
  getOwnConfiguration(@RequestCaller() { connectionId }: Caller): Promise<ConfigurationResponse> {
    return readConfiguration(this.dataSource, connectionId);
  }

  /**
   * Change the settings of the bearer's connection
   * @remarks Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is
   * stored.
   */
  @Patch('configuration')
  @RequiresBearer('configuration', ...liveStatuses)
  @ConfigurationResult(SavedConfiguration, 'All values as they are stored now')
  @Conditional()
  @ApiProblems('conflict')
  async saveOwnConfiguration(
    @RequestCaller() caller: Caller,
    @Body() input: SaveConfigurationInput,
    @Ip() address: string,
    @IfMatch() isCurrent?: SaveOptions['isCurrent'],
  ): Promise<SavedConfiguration> {
    const { connectionId } = caller;
    return {
      configuration: await this.connections.saveConfiguration(connectionId, input.configuration, {
        alongside: auditedSave(caller, address),
        isCurrent,
      }),
    };
  }
}
