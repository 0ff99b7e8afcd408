import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, PageInput, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { defaultEnd, IssuePreviewTokenInput, PreviewTokenRepresentation, type IssuedPreviewToken } from './preview-token-representation';
import { PreviewTokens } from './preview-tokens';

@ApiTags('Preview tokens')
@RequiresSession('help')
@Controller('api/admin/connections/:id/preview-tokens')
export class PreviewTokensController {
  constructor(private readonly tokens: PreviewTokens) {}

  /**
   * Issue a preview token
   * @remarks For `<service-config>` in the panel: it reads the status and edits the settings of this connection, and nothing else. What it
   * saves is recorded as your change. It ends with your session.
   * @returns The token, shown only this once
   */
  @Post()
  @ApiBody({ required: false, type: IssuePreviewTokenInput })
  @ApiProblems('conflict')
  async issuePreviewToken(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() input: IssuePreviewTokenInput,
  ): Promise<IssuedPreviewToken> {
    return this.tokens.issue(user, id, input.expires_at ?? defaultEnd());
  }

  /**
   * List the valid preview tokens of a connection
   * @remarks Of all users, newest first and without their plaintext.
   */
  @Get()
  @ApiPage(PreviewTokenRepresentation)
  listPreviewTokens(@ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<PreviewTokenRepresentation>> {
    return this.tokens.list(id, input);
  }

  /**
   * Revoke a preview token
   * @remarks It is unknown from now on.
   * @returns Revoked
   */
  @Delete(':token_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async revokePreviewToken(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @PathId('token_id', 'preview token') tokenId: string,
  ): Promise<void> {
    await this.tokens.revoke(user, id, tokenId);
  }
}
