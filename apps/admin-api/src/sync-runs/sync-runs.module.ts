import { Module } from '@nestjs/common';
import { AllSyncRuns } from './sync-runs';
import { SyncRunsController } from './sync-runs.controller';

/** /api/admin/sync-runs. */
@Module({ controllers: [SyncRunsController], providers: [AllSyncRuns] })
export class SyncRunsModule {}
