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
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { RequiresBearer } from '../access/requires-bearer';

@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id/configuration')
export class ShopConfigurationController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connections: ChangeConnection,
  ) {}

  /**
   * Read a shop's settings and their form
   * @remarks The form that `<service-config>` shows, and the stored values. `schema` is null where there is nothing to configure.
   */
  @Get()
  @ConfigurationResult(ConfigurationResponse, 'The form and the stored values')
  @ApiProblems('conflict')
  async getShopConfiguration(@ConnectionId('id') id: string): Promise<ConfigurationResponse> {
    return readConfiguration(this.dataSource, id);
  }

  /**
   * Change a shop's settings
   * @remarks Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is
   * stored. Sync rules are derived again afterwards.
   */
  @Patch()
  @ConfigurationResult(SavedConfiguration, 'All values as they are stored now')
  @Conditional()
  @ApiProblems('conflict')
  async saveShopConfiguration(
    @ConnectionId('id') id: string,
    @Body() input: SaveConfigurationInput,
    @IfMatch() isCurrent?: SaveOptions['isCurrent'],
  ): Promise<SavedConfiguration> {
    return { configuration: await this.connections.saveConfiguration(id, input.configuration, { isCurrent }) };
  }
}
