import { Module } from '@nestjs/common';
import { WorkAccess } from '../work/work-access';
import { AllSyncRuns } from './sync-runs';
import { SyncRunsController } from './sync-runs.controller';

/** /api/admin/sync-runs. */
@Module({ controllers: [SyncRunsController], providers: [AllSyncRuns, WorkAccess] })
export class SyncRunsModule {}
