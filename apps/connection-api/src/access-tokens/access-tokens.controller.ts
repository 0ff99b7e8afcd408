import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { installedStatuses, liveStatuses } from '@sync/domain';
import { IdInPath, ApiPage, type Page, PageInput, pageById, uuidShape } from '@sync/http-api';
import { listAccessTokens, revokeAccessToken, rotateAccessToken } from '@sync/identity';
import { ApiProblems, Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ConnectionApiConfiguration } from '../configuration';
import { AccessTokenRepresentation, presentAccessToken } from './access-token-representation';
import { RotatedAccessToken, RotateAccessTokenInput } from './rotate-access-token-input';

/** The tokens of the bearer's own connection, so that the owner finds a copy and ends it. */
@ApiTags('Access tokens')
@Controller('api/access-tokens')
export class AccessTokensController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /**
   * List the valid access tokens of the bearer's connection
   * @remarks Newest first and without their plaintext. `current` marks the token of the request.
   */
  @Get()
  @RequiresBearer('token', ...installedStatuses)
  @ApiPage(AccessTokenRepresentation)
  listAccessTokens(
    @RequestCaller() { tokenId, connectionId }: Caller,
    @Query() input: PageInput,
  ): Promise<Page<AccessTokenRepresentation>> {
    return pageById(
      'access-tokens',
      input,
      (place) => listAccessTokens(this.dataSource.manager, { connectionId, ...place }),
      (tokens) => tokens.map((token) => presentAccessToken(token, tokenId)),
    );
  }

  /**
   * Replace the bearer's token
   * @remarks The new token has the same rights and the same end. The old one, and every other token of the same kind of the connection,
   * ends at once, or after `overlap_seconds`, so that a lost response can be repeated. 403 while the connection is disconnected. 409 if it
   * would have more tokens than it may have.
   * @returns The new token, shown only this once
   */
  @Post('current/rotate')
  @RequiresBearer('token', ...liveStatuses, 'inactive')
  @ApiBody({ required: false, type: RotateAccessTokenInput })
  @ApiProblems('conflict')
  async rotateAccessToken(
    @RequestCaller() { tokenId, connectionId, tokenName: name }: Caller,
    @Body() { overlap_seconds: overlapSeconds }: RotateAccessTokenInput,
  ): Promise<RotatedAccessToken> {
    const rotation = { tokenId, connectionId, name, overlapSeconds, maxTokens: this.configuration.connectionMaxTokens };
    const rotated = await this.dataSource.transaction((manager) => rotateAccessToken(manager, rotation));
    if (rotated === null) throw unknownToken();
    return { token: rotated.plaintext.reveal(), expires_at: rotated.expiresAt };
  }

  /**
   * Revoke the bearer's token
   * @remarks It is unknown from now on. The connection and its other tokens stay as they are.
   * @returns The token is unknown from now on
   */
  @Delete('current')
  @RequiresBearer('token', ...installedStatuses)
  @HttpCode(HttpStatus.NO_CONTENT)
  async revokeAccessToken(@RequestCaller() { tokenId: id, connectionId }: Caller): Promise<void> {
    await revokeAccessToken(this.dataSource.manager, { connectionId, id });
  }

  /**
   * Revoke an access token of the bearer's connection
   * @remarks It is unknown from now on; it may be the bearer's own. Another connection's token is 404.
   * @returns The token is unknown from now on
   */
  @Delete(':token_id')
  @RequiresBearer('token', ...installedStatuses)
  @HttpCode(HttpStatus.NO_CONTENT)
  async revokeListedAccessToken(@RequestCaller() { connectionId }: Caller, @IdInPath('token_id') id: string): Promise<void> {
    const isRevoked = uuidShape.test(id) && (await revokeAccessToken(this.dataSource.manager, { connectionId, id }));
    if (!isRevoked) throw new Problem('not-found', 'This access token does not exist.');
  }
}
