import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { installedStatuses, liveStatuses, presentStatuses } from '@sync/domain';
import { ApiBodyProblems, ApiPage, ChangeConnection, ConnectionId, Operation, type Page, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { disconnectedWidgetConnection, widgetConnection, widgetConnections, widgetTokens } from '../api-description/examples';
import { FindShop } from '../shops/find-shop';
import { IssuedWidgetToken, IssueWidgetTokenInput } from '../shops/widget-token-representation';
import { WidgetTokens } from '../shops/widget-tokens';
import { ReadWidgetConnections } from './read-widget-connections';
import { ListShopsInput, WidgetConnection } from './widget-connection';

/** The connection of a widget's token, and for a caller's widget the shops of its tenant: the same changes as on the caller's own routes. */
@ApiTags('Widget')
@Controller('api/widget')
export class WidgetConnectionsController {
  constructor(
    private readonly read: ReadWidgetConnections,
    private readonly shops: FindShop,
    private readonly connections: ChangeConnection,
    private readonly tokens: WidgetTokens,
  ) {}

  @Get('connection')
  @RequiresBearer('status', ...installedStatuses)
  @Operation({
    id: 'getOwnConnection',
    summary: "Read the bearer's connection",
    description: 'Its status, how many records of it are stored, and in `actions` what the bearer may do with it now.',
  })
  @ApiOkResponse({ type: WidgetConnection, description: 'The connection', ...written(widgetConnection) })
  @ApiProblems('not-found')
  own(@RequestCaller() caller: Caller): Promise<WidgetConnection> {
    return this.read.show(caller, caller.connectionId);
  }

  @Get('connections')
  @RequiresBearer('list', ...liveStatuses)
  @Operation({
    id: 'listShops',
    summary: "List the shops of the bearer's tenant",
    description:
      "Those that are connected or can be again (active, in error, disconnected), oldest first, 20 at most. A plugin's token lists its own shop only.",
  })
  @ApiPage(WidgetConnection, written(widgetConnections))
  @ApiProblems('validation-failed')
  list(@RequestCaller() caller: Caller, @Query() input: ListShopsInput): Promise<Page<WidgetConnection>> {
    return this.read.list(caller, input);
  }

  @Post('connections/:id/disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('shops', ...liveStatuses)
  @Operation({
    id: 'disconnectShopFromPage',
    summary: 'Disconnect a shop, from a page',
    description: 'What `disconnectShop` does, for pages of any origin. The shop can be reconnected until its grace deadline.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: WidgetConnection, description: 'The shop, disconnected', ...written(disconnectedWidgetConnection) })
  @ApiProblems('not-found', 'conflict')
  async disconnect(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<WidgetConnection> {
    await this.shops.require(caller, id);
    await this.connections.stop(id, { trigger: 'disconnection', actor: `caller:${caller.connectionId}` });
    return this.read.show(caller, id);
  }

  @Post('connections/:id/reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('shops', ...presentStatuses)
  @Operation({
    id: 'reconnectShopFromPage',
    summary: 'Reconnect a shop, from a page',
    description: 'What `reconnectShop` does, for pages of any origin: the stored credentials are verified with the live shop first.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: WidgetConnection, description: 'The shop, active again', ...written(widgetConnection) })
  @ApiProblems('not-found', 'conflict', 'verification-failed')
  async reconnect(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<WidgetConnection> {
    await this.shops.require(caller, id);
    await this.connections.reconnect(id, `caller:${caller.connectionId}`);
    return this.read.show(caller, id);
  }

  @Delete('connections/:id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('shops', ...installedStatuses)
  @Operation({
    id: 'uninstallShopFromPage',
    summary: 'Uninstall a shop, from a page',
    description: 'What `uninstallShop` does, for pages of any origin: the connection and all its data are deleted at once.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Everything is deleted, including its tokens' })
  @ApiProblems('not-found', 'conflict')
  async uninstall(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<void> {
    await this.shops.require(caller, id);
    await this.connections.uninstall(id, `caller:${caller.connectionId}`);
  }

  @Post('connections/:id/widget-tokens')
  @RequiresBearer('shops', ...liveStatuses)
  @Operation({
    id: 'issueWidgetTokenFromPage',
    summary: 'Issue a widget token for a shop, from a page',
    description: 'What `issueWidgetToken` does, for pages of any origin. The connector shows `<service-config>` with it.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: IssueWidgetTokenInput, ...written(widgetTokens.request) })
  @ApiCreatedResponse({ type: IssuedWidgetToken, description: 'The token, shown only this once', ...written(widgetTokens.issued) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async issueToken(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: IssueWidgetTokenInput,
  ): Promise<IssuedWidgetToken> {
    await this.shops.require(caller, id);
    return this.tokens.issue(id, input.expires_at ?? null);
  }
}
