import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, IdInPath, type Page, PageInput } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { Caller } from '../access/caller';
import { RequestCaller } from '../access/request-caller';
import { RequiresBearer } from '../access/requires-bearer';
import { IssuedWidgetToken, IssueWidgetTokenInput, WidgetTokenRepresentation } from './widget-token-representation';
import { WidgetTokens } from './widget-tokens';

@ApiTags('Connections')
@RequiresBearer('shops', 'active')
@Controller('api/system-connections/:id/widget-tokens')
export class WidgetTokensController {
  constructor(private readonly tokens: WidgetTokens) {}

  /**
   * Issue a widget token for a shop
   * @remarks For `<service-config>` on a host page: it reads the status and edits the settings of this shop, and nothing else.
   * @returns The token, shown only this once
   */
  @Post()
  @ApiBody({ required: false, type: IssueWidgetTokenInput })
  @ApiProblems('conflict')
  async issueWidgetToken(
    @RequestCaller() caller: Caller,
    @ConnectionId('id') id: string,
    @Body() input: IssueWidgetTokenInput,
  ): Promise<IssuedWidgetToken> {
    return this.tokens.issue(caller, id, input.expires_at ?? null);
  }

  /**
   * List the valid widget tokens of a shop
   * @remarks Those that callers issued, newest first and without their plaintext.
   */
  @Get()
  @ApiPage(WidgetTokenRepresentation)
  @ApiProblems('conflict')
  listWidgetTokens(@ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<WidgetTokenRepresentation>> {
    return this.tokens.list(id, input);
  }

  /**
   * Revoke a widget token
   * @remarks It is unknown from now on.
   * @returns Revoked
   */
  @Delete(':token_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  async revokeWidgetToken(@ConnectionId('id') id: string, @IdInPath('token_id') tokenId: string): Promise<void> {
    await this.tokens.revoke(id, tokenId);
  }
}
