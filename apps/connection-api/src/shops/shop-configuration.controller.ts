import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { readConfiguration } from '@sync/connections';
import {
  ApiBodyProblems,
  ChangeConnection,
  ConfigurationResponse,
  ConnectionId,
  Operation,
  SaveConfigurationInput,
  SavedConfiguration,
  written,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { form, saved, saving } from '../api-description/examples';
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

  @Get()
  @Operation({
    id: 'getShopConfiguration',
    summary: "Read a shop's settings and their form",
    description: 'The form that `<service-config>` shows, and the stored values. `schema` is null where there is nothing to configure.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConfigurationResponse, description: 'The form and the stored values', ...written(form) })
  @ApiProblems('not-found', 'conflict')
  async read(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConfigurationResponse> {
    await this.shops.require(caller, id);
    return readConfiguration(this.dataSource, id);
  }

  @Patch()
  @Operation({
    id: 'saveShopConfiguration',
    summary: "Change a shop's settings",
    description:
      'Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is stored. Sync rules are derived again afterwards.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: SaveConfigurationInput, ...written(saving) })
  @ApiOkResponse({ type: SavedConfiguration, description: 'All values as they are stored now', ...written(saved) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async save(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: SaveConfigurationInput,
  ): Promise<SavedConfiguration> {
    await this.shops.require(caller, id);
    return { configuration: await this.connections.saveConfiguration(id, input.configuration) };
  }
}
