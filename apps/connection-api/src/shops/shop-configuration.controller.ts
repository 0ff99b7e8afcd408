import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readConfiguration } from '@sync/connections';
import { ChangeConnection, ConfigurationResponse, ConnectionId, SaveConfigurationInput, SavedConfiguration } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { FindShop } from './find-shop';

@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id/configuration')
export class ShopConfigurationController {
  constructor(
    private readonly shops: FindShop,
    private readonly dataSource: DataSource,
    private readonly connections: ChangeConnection,
  ) {}

  /**
   * Read a shop's settings and their form
   * @remarks The form that `<service-config>` shows, and the stored values. `schema` is null where there is nothing to configure.
   * @returns The form and the stored values
   */
  @Get()
  @ApiProblems('conflict')
  async getShopConfiguration(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConfigurationResponse> {
    await this.shops.require(caller, id);
    return readConfiguration(this.dataSource, id);
  }

  /**
   * Change a shop's settings
   * @remarks Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is
   * stored. Sync rules are derived again afterwards.
   * @returns All values as they are stored now
   */
  @Patch()
  @ApiProblems('conflict')
  async saveShopConfiguration(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: SaveConfigurationInput,
  ): Promise<SavedConfiguration> {
    await this.shops.require(caller, id);
    return { configuration: await this.connections.saveConfiguration(id, input.configuration) };
  }
}
