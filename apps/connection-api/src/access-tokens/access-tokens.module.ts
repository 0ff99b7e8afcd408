import { Module } from '@nestjs/common';
import { AccessTokensController } from './access-tokens.controller';

/** /api/access-tokens/current: rotate and revoke the token of the request. */
@Module({ controllers: [AccessTokensController] })
export class AccessTokensModule {}
