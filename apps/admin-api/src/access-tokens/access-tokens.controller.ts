import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ConnectionId } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReplaceAccessTokens } from './replace-access-tokens';
import type { ReplacedAccessTokens } from './access-token-representation';

@ApiTags('Connections')
@RequiresSession('administer')
@Controller('api/admin/connections/:id/access-tokens')
export class AccessTokensController {
  constructor(private readonly tokens: ReplaceAccessTokens) {}

  /**
   * Replace the access tokens of a direct connection
   * @remarks Super administrators only. Revokes every access token of the connection and issues one, which is shown only this once. For a
   * product whose token is lost, or in other hands. 409 for a shop.
   * @returns The new token
   */
  @Post()
  @ApiProblems('conflict')
  replaceAccessTokens(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<ReplacedAccessTokens> {
    return this.tokens.replace(user, id);
  }
}
