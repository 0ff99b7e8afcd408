import { Module } from '@nestjs/common';
import { DeleteConfirmedRecords, FindDeletions } from './deletions/find-deletions';
import { FinishSyncRun } from './drift/finish-sync-run';
import { EndSyncs } from './end/end-syncs';
import { RestartFailedRun } from './end/restart-failed-run';
import { FetchPageRange } from './fetch/fetch-page-range';
import { PlanSyncRun } from './plan/plan-sync-run';
import { SyncTargets } from './sync-target';
import { WaitForShop } from './wait/wait-for-shop';

@Module({
  providers: [
    SyncTargets,
    PlanSyncRun,
    FetchPageRange,
    FindDeletions,
    DeleteConfirmedRecords,
    FinishSyncRun,
    EndSyncs,
    RestartFailedRun,
    WaitForShop,
  ],
  exports: [SyncTargets, PlanSyncRun, FetchPageRange, FinishSyncRun, DeleteConfirmedRecords],
})
export class BulkSyncModule {}
