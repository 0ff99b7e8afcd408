import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readConfiguration, type SaveOptions } from '@sync/connections';
import {
  ChangeConnection,
  Conditional,
  ConfigurationResponse,
  ConfigurationResult,
  ConnectionId,
  IfMatch,
  SaveConfigurationInput,
  SavedConfiguration,
} from '@sync/http-api';
import { DataSource } from 'typeorm';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';

@ApiTags('Connections')
@RequiresSession('help')
@Controller('api/admin/connections/:id/configuration')
export class ConnectionConfigurationController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangeConnection,
  ) {}

  /**
   * Read a connection's settings and their form
   * @remarks The form that `<service-config>` shows, and the stored values. `schema` is null where there is nothing to configure.
   */
  @Get()
  @ConfigurationResult(ConfigurationResponse, 'The form and the stored values')
  getConnectionConfiguration(@ConnectionId('id') id: string): Promise<ConfigurationResponse> {
    return readConfiguration(this.dataSource, id);
  }

  /**
   * Change a connection's settings
   * @remarks Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is
   * stored.
   */
  @Patch()
  @ConfigurationResult(SavedConfiguration, 'All values as they are stored now')
  @Conditional()
  async saveConnectionConfiguration(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { configuration }: SaveConfigurationInput,
    @IfMatch() isCurrent?: SaveOptions['isCurrent'],
  ): Promise<SavedConfiguration> {
    const alongside = auditedChange(user, 'connection.configure');
    return { configuration: await this.changes.saveConfiguration(id, configuration, { alongside, isCurrent }) };
  }
}
