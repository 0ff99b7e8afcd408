import { Module } from '@nestjs/common';
import { PreviewTokens } from './preview-tokens';
import { PreviewTokensController } from './preview-tokens.controller';

/** /api/admin/connections/{id}/preview-tokens. */
@Module({ controllers: [PreviewTokensController], providers: [PreviewTokens] })
export class PreviewTokensModule {}
