import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionId } from '../connections/connection-id';
import { ApiPage } from '../paging/api-page';
import type { Page } from '../paging/page';
import { PageInput } from '../paging/page-input';
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
  @ApiOperation({ summary: 'Issues a token that reads the status and edits the configuration of this shop, and nothing else' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: IssueWidgetTokenInput })
  @ApiCreatedResponse({ type: IssuedWidgetToken })
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
  @ApiOperation({ summary: 'Valid widget tokens of this shop that callers issued, newest first' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiPage(WidgetTokenRepresentation)
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
  @ApiOperation({ summary: 'Revokes a widget token at once' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'token_id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Revoked' })
  @ApiProblems('not-found', 'conflict')
  async revoke(@RequestCaller() caller: Caller, @ConnectionId('id') id: string, @Param('token_id') tokenId: string): Promise<void> {
    await this.shops.require(caller, id);
    await this.tokens.revoke(id, tokenId);
  }
}
