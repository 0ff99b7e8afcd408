import { Module } from '@nestjs/common';
import { SyncRules } from './sync-rules';
import { SyncRulesController } from './sync-rules.controller';

/** /api/admin/sync-rules. */
@Module({ controllers: [SyncRulesController], providers: [SyncRules] })
export class SyncRulesModule {}
