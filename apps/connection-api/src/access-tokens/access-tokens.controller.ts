import { Body, Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { revokeAccessToken, rotateAccessToken } from '@sync/domain';
import { ApiBodyProblems, Operation, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { rotation } from '../api-description/examples';
import { RotatedAccessToken, RotateAccessTokenInput } from './rotate-access-token-input';

@ApiTags('Access tokens')
@RequiresBearer('token', 'active', 'pending', 'error', 'disconnected', 'inactive')
@Controller('api/access-tokens/current')
export class AccessTokensController {
  constructor(private readonly dataSource: DataSource) {}

  @Post('rotate')
  @Operation({
    id: 'rotateAccessToken',
    summary: "Replace the bearer's token",
    description:
      'The new token has the same rights and the same end. The old one ends at once, or after `overlap_seconds`, so that a lost response can be repeated.',
  })
  @ApiBody({ required: false, type: RotateAccessTokenInput, ...written(rotation.request) })
  @ApiCreatedResponse({ type: RotatedAccessToken, description: 'The new token, shown only this once', ...written(rotation.response) })
  @ApiBodyProblems()
  @ApiProblems('validation-failed')
  async rotate(@RequestCaller() { tokenId }: Caller, @Body() input: RotateAccessTokenInput): Promise<RotatedAccessToken> {
    const overlapSeconds = input.overlap_seconds;
    const rotated = await this.dataSource.transaction((manager) => rotateAccessToken(manager, { tokenId, overlapSeconds }));
    if (rotated === null) throw unknownToken();
    return { token: rotated.plaintext.reveal(), expires_at: rotated.expiresAt?.toISOString() ?? null };
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'revokeAccessToken',
    summary: "Revoke the bearer's token",
    description: 'It is unknown from now on. The connection and its other tokens stay as they are.',
  })
  @ApiNoContentResponse({ description: 'The token is unknown from now on' })
  async revoke(@RequestCaller() { tokenId: id, tokenName: name, connectionId }: Caller): Promise<void> {
    await revokeAccessToken(this.dataSource.manager, { connectionId, name, id });
  }
}
