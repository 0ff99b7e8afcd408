import { Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { ConnectionId, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReplaceAccessTokens } from './replace-access-tokens';
import { ReplacedAccessTokens } from './access-token-representation';

const replaced: ReplacedAccessTokens = {
  id: '01981c3c-22b4-7f90-8e51-7d0a9c3b6e21',
  access_token: 'sca_R7tYu2IoP9aSdF4gHjK1lZxC6vBnM3qWeR8tYu5IoPa',
  created_at: '2026-02-11T09:00:00.000Z',
  revoked: 2,
};

@ApiTags('Connections')
@RequiresSession('super_admin')
@Controller('api/admin/connections/:id/access-tokens')
export class AccessTokensController {
  constructor(private readonly tokens: ReplaceAccessTokens) {}

  /**
   * Replace the access tokens of a direct connection
   * @remarks Super administrators only. Revokes every access token of the connection and issues one, which is shown only this once. For a
   * product whose token is lost, or in other hands. 409 for a shop.
   */
  @Post()
  @ApiCreatedResponse({ type: ReplacedAccessTokens, description: 'The new token', ...written(replaced) })
  @ApiProblems('conflict')
  replaceAccessTokens(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<ReplacedAccessTokens> {
    return this.tokens.replace(user, id);
  }
}
