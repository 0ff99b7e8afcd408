import { Module } from '@nestjs/common';
import { FetchPageRanges } from './fetch-page-ranges';
import { FinishSyncRun } from './finish-sync-run';
import { PlanSyncRun } from './plan-sync-run';
import { ReadAgain } from './read-again';
import { RestartFailedRun } from './restart-failed-run';
import { StartNextFetches } from './start-next-fetches';
import { SyncEnd } from './sync-end';
import { SyncTargets } from './sync-target';
import { TenantShare } from './tenant-share';

@Module({
  providers: [
    SyncTargets,
    StartNextFetches,
    SyncEnd,
    TenantShare,
    ReadAgain,
    RestartFailedRun,
    PlanSyncRun,
    FetchPageRanges,
    FinishSyncRun,
  ],
  exports: [SyncTargets, StartNextFetches, PlanSyncRun, FetchPageRanges, FinishSyncRun],
})
export class BulkSyncModule {}
