import { Body, Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { revokeAccessToken, rotateAccessToken } from '@sync/domain';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { RotatedAccessToken, RotateAccessTokenInput } from './rotate-access-token-input';

@ApiTags('Access tokens')
@RequiresBearer('token', 'active', 'pending', 'error', 'disconnected', 'inactive')
@Controller('api/access-tokens/current')
export class AccessTokensController {
  constructor(private readonly dataSource: DataSource) {}

  @Post('rotate')
  @ApiOperation({ summary: "Issues a token that replaces the bearer's, with the same rights" })
  @ApiBody({ required: false, type: RotateAccessTokenInput })
  @ApiCreatedResponse({ type: RotatedAccessToken })
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
  @ApiOperation({ summary: "Revokes the bearer's token at once. The connection stays as it is" })
  @ApiNoContentResponse({ description: 'The token is unknown from now on' })
  async revoke(@RequestCaller() { tokenId: id, tokenName: name, connectionId }: Caller): Promise<void> {
    await revokeAccessToken(this.dataSource.manager, { connectionId, name, id });
  }
}
