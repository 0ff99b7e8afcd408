import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiBodyProblems, ApiPage, ConnectionId, Operation, type Page, PageInput, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { widgetTokens } from '../api-description/examples';
import { FindShop } from './find-shop';
import { IssuedWidgetToken, IssueWidgetTokenInput, WidgetTokenRepresentation } from './widget-token-representation';
import { WidgetTokens } from './widget-tokens';

@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id/widget-tokens')
export class WidgetTokensController {
  constructor(
    private readonly shops: FindShop,
    private readonly tokens: WidgetTokens,
  ) {}

  @Post()
  @Operation({
    id: 'issueWidgetToken',
    summary: 'Issue a widget token for a shop',
    description: 'For `<service-config>` on a host page: it reads the status and edits the settings of this shop, and nothing else.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: IssueWidgetTokenInput, ...written(widgetTokens.request) })
  @ApiCreatedResponse({ type: IssuedWidgetToken, description: 'The token, shown only this once', ...written(widgetTokens.issued) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async issue(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: IssueWidgetTokenInput,
  ): Promise<IssuedWidgetToken> {
    await this.shops.require(caller, id);
    return this.tokens.issue(id, input.expires_at ?? null);
  }

  @Get()
  @Operation({
    id: 'listWidgetTokens',
    summary: 'List the valid widget tokens of a shop',
    description: 'Those that callers issued, newest first and without their plaintext.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(WidgetTokenRepresentation, written(widgetTokens.list))
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async list(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Query() input: PageInput,
  ): Promise<Page<WidgetTokenRepresentation>> {
    await this.shops.require(caller, id);
    return this.tokens.list(id, input);
  }

  @Delete(':token_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'revokeWidgetToken',
    summary: 'Revoke a widget token',
    description: 'It is unknown from now on.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'token_id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Revoked' })
  @ApiProblems('not-found', 'conflict')
  async revoke(@RequestCaller() caller: Caller, @ConnectionId('id') id: string, @Param('token_id') tokenId: string): Promise<void> {
    await this.shops.require(caller, id);
    await this.tokens.revoke(id, tokenId);
  }
}
