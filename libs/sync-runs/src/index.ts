export { bringSyncsForward, deriveSyncRules, wantFullSyncs } from './bring-syncs-forward';
export { deleteOldSyncRuns, deleteSyncRunsOf } from './delete-sync-runs';
export { cancelSyncRun, endOpenSyncRuns, type RunEnd } from './end-sync-runs';
export type { ListPasses, ListTotal } from './list-passes';
export { confirmHeldBack } from './held-back-deletions';
export { listedKeysSql } from './listed-keys-sql';
export { listSyncRuns, type SyncRunFilter } from './list-sync-runs';
export { lockSyncs } from './lock-syncs';
export type { SyncSchedule } from './look-at-schedule';
export { ShopBudgets } from './shop-budgets';
export { claimShopProbes, endShopOutage, scheduleShopProbe, ShopOutages } from './shop-outages';
export type { DueSyncLimits } from './open-due-sync-runs';
export { pageCheckpointSql } from './page-checkpoint-sql';
export { nothingUncounted, readPageRanges, type OpenRange, type PageRangeProgress, type UncountedPages } from './page-ranges';
export { quietHoursOf, type QuietHours } from './quiet-hours';
export { pagesFrom, planRanges, type ListPart } from './plan-ranges';
export { requestSyncRuns, type SyncRunRequest } from './request-sync-runs';
export {
  lastSyncedAt,
  openRunId,
  readSyncRuns,
  readSyncRunsOf,
  syncRunMembers,
  syncModes,
  syncRunStatuses,
  type SyncMode,
  type SyncRun,
  type SyncRunStatus,
} from './sync-run';
export { addUpEndedRuns, readEndedRuns, type EndedRuns, type RunFailure } from './sync-run-hours';
export { measureOpenRuns } from './run-metrics';
export { runTexts } from './run-texts';
export { SyncRuns } from './sync-runs';
export type { FetchedRange, SyncsChange, SyncPlan } from './syncs-change';
export type { SlowShop } from './waiting-runs';
