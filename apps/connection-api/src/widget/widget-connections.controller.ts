import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { installedStatuses, liveStatuses, presentStatuses } from '@sync/domain';
import { ApiPage, ChangeConnection, ConnectionId, type Page, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { IssuedWidgetToken, IssueWidgetTokenInput } from '../shops/widget-token-representation';
import { WidgetTokens } from '../shops/widget-tokens';
import { ReadWidgetConnections } from './read-widget-connections';
import { exampleDisconnected, ListShopsInput, WidgetConnection } from './widget-connection-representation';

/** The connection of a widget's token, and for a caller's widget the shops of its tenant: the same changes as on the caller's own routes. */
@ApiTags('Widget')
@Controller('api/widget')
export class WidgetConnectionsController {
  constructor(
    private readonly read: ReadWidgetConnections,
    private readonly connections: ChangeConnection,
    private readonly tokens: WidgetTokens,
  ) {}

  /**
   * Read the bearer's connection
   * @remarks Its status, how many records of it are stored, and in `actions` what the bearer may do with it now.
   * @returns The connection
   */
  @Get('connection')
  @RequiresBearer('status', ...installedStatuses)
  @ApiProblems('not-found')
  getOwnConnection(@RequestCaller() caller: Caller): Promise<WidgetConnection> {
    return this.read.show(caller, caller.connectionId);
  }

  /**
   * List the shops of the bearer's tenant
   * @remarks Those that are connected or can be again (active, in error, disconnected), oldest first, 20 at most. A plugin's token lists
   * its own shop only.
   */
  @Get('connections')
  @RequiresBearer('widget list', ...liveStatuses)
  @ApiPage(WidgetConnection)
  listShops(@RequestCaller() caller: Caller, @Query() input: ListShopsInput): Promise<Page<WidgetConnection>> {
    return this.read.list(caller, input);
  }

  /**
   * Disconnect a shop, from a page
   * @remarks What `disconnectShop` does, for pages of any origin. The shop can be reconnected until its grace deadline.
   */
  @Post('connections/:id/disconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('widget shops', ...liveStatuses)
  @ApiOkResponse({ type: WidgetConnection, description: 'The shop, disconnected', ...written(exampleDisconnected) })
  @ApiProblems('conflict')
  async disconnectShopFromPage(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<WidgetConnection> {
    await this.connections.stop(id, { trigger: 'disconnection', actor: `caller:${caller.connectionId}` });
    return this.read.show(caller, id);
  }

  /**
   * Reconnect a shop, from a page
   * @remarks What `reconnectShop` does, for pages of any origin: the stored credentials are verified with the live shop first.
   * @returns The shop, active again
   */
  @Post('connections/:id/reconnect')
  @HttpCode(HttpStatus.OK)
  @RequiresBearer('widget shops', ...presentStatuses)
  @ApiProblems('conflict', 'verification-failed')
  async reconnectShopFromPage(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<WidgetConnection> {
    await this.connections.reconnect(id, `caller:${caller.connectionId}`);
    return this.read.show(caller, id);
  }

  /**
   * Uninstall a shop, from a page
   * @remarks What `uninstallShop` does, for pages of any origin: the connection and all its data are deleted at once.
   * @returns Everything is deleted, including its tokens
   */
  @Delete('connections/:id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresBearer('widget shops', ...installedStatuses)
  @ApiProblems('conflict')
  async uninstallShopFromPage(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<void> {
    await this.connections.uninstall(id, `caller:${caller.connectionId}`);
  }

  /**
   * Issue a widget token for a shop, from a page
   * @remarks What `issueWidgetToken` does, for pages of any origin. The connector shows `<service-config>` with it. One that a
   * session issues ends with the session at the latest.
   * @returns The token, shown only this once
   */
  @Post('connections/:id/widget-tokens')
  @RequiresBearer('widget shops', ...liveStatuses)
  @ApiBody({ required: false, type: IssueWidgetTokenInput })
  @ApiProblems('conflict')
  issueWidgetTokenFromPage(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: IssueWidgetTokenInput,
  ): Promise<IssuedWidgetToken> {
    return this.tokens.issue(caller, id, input.expires_at ?? null);
  }
}
