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
import { ConfigurationResponse, SaveConfigurationInput, SavedConfiguration } from '../widget/widget-input';
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
  @ApiOperation({ summary: 'Configuration schema and current configuration of a shop of the tenant' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConfigurationResponse })
  @ApiProblems('not-found', 'conflict')
  async read(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConfigurationResponse> {
    await this.shops.require(caller, id);
    return readConfiguration(this.dataSource, id);
  }

  @Patch()
  @ApiOperation({ summary: 'Replaces the submitted fields of a shop of the tenant and keeps the others' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: SavedConfiguration })
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
