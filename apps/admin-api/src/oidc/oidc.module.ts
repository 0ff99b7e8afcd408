import { Module } from '@nestjs/common';
import { OidcController } from './oidc.controller';

/** /api/admin/oidc: sign-in through an identity provider, where one is configured. */
@Module({ controllers: [OidcController] })
export class OidcModule {}
