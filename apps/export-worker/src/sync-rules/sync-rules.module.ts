import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { DeriveSyncRules } from './derive-sync-rules';

@Module({ imports: [BulkSyncModule], providers: [DeriveSyncRules], exports: [DeriveSyncRules] })
export class SyncRulesModule {}
