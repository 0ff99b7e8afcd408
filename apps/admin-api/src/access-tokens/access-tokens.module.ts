import { Module } from '@nestjs/common';
import { AccessTokensController } from './access-tokens.controller';
import { ReplaceAccessTokens } from './replace-access-tokens';

/** /api/admin/connections/{id}/access-tokens. */
@Module({ controllers: [AccessTokensController], providers: [ReplaceAccessTokens] })
export class AccessTokensModule {}
