import { Module } from '@nestjs/common';
import { AccessTokensController } from './access-tokens.controller';

/** /api/access-tokens: list and revoke those of the request's connection, rotate the one of the request. */
@Module({ controllers: [AccessTokensController] })
export class AccessTokensModule {}
