export { capabilitiesNow, syncObstacles, type SyncObstacle } from './connections/capabilities-now';
export {
  addUpConnectionCounts,
  countConnections,
  countVisibleConnections,
  type ConnectionCounts,
  type CountedConnection,
} from './connections/connection-counts';
export { hasReason, idsWithReason, impairedIds, impairmentNow, isImpaired, isWaitingForShop } from './connections/impairments';
export { connectionTexts } from './connections/connection-texts';
export {
  insertConnection,
  insertConnectionUnlessThere,
  lockConnection,
  logTransitions,
  moveConnection,
  type Actor,
  type Move,
} from './connections/move-connection';
export {
  forgetQuotaUsedUp,
  forgetRefusedAccess,
  noteCopyOfShop,
  noteEndpoint,
  noteHeldBackDeletions,
  noteQuotaUsedUp,
  noteReachableAgain,
  noteRefusedAccess,
} from './connections/notes';
export {
  noteAcceptedWebhooks,
  noteRefusedWebhook,
  noteUnannouncedChanges,
  standingSeconds,
  type AcceptedWebhook,
} from './connections/webhook-standings';
export { readTransitions, type Transition } from './connections/read-transitions';
export { noteCallerEvent } from './connections/caller-events';
export { deleteWebhookEndpointsOf } from './connections/delete-webhook-endpoints';
export { findLinkToTell, noteTold, type LinkToTell } from './connections/told-breaks';
export { sealedCredentials, sealedWebhookSecrets } from './connections/sealed-columns';
export { SystemConnection, type ConnectionConfiguration } from './connections/system-connection.entity';
export {
  connectionStatuses,
  IllegalTransition,
  installedStatuses,
  isServing,
  linkedStatuses,
  liveStatuses,
  nextStatus,
  presentStatuses,
  servesNow,
  servingStatuses,
  transitions,
  type MoveTrigger,
  type StatusReason,
  type SystemConnectionStatus,
  type TimelineReason,
  type TransitionTrigger,
} from './connections/transitions';
export { DoctorRun } from './doctor-runs/doctor-run.entity';
export { deriveDefaultSyncRules } from './sync-rules/derive-default-sync-rules';
export { findFeedSources, maxDepartures, type FeedSources } from './feed-sources/find-feed-sources';
export { lockSyncRules, noteFeedSources } from './feed-sources/note-feed-sources';
export { ShopCallLog, type ShopCall } from './shop-calls/shop-call-log';
export {
  deleteOldShopCalls,
  deleteShopCallsOf,
  readShopCalls,
  shopCallDirections,
  type ShopCallDirection,
  type ShopCalls,
} from './shop-calls/shop-calls';
export { InUse, LimitReached, RefusedValues, type RefusedValue } from './refusals';
export { changeSystem, createDirectSystem, deleteSystem, type NewDirectSystem, type SystemChange } from './systems/change-systems';
export { findSyncRule, listSyncRules, type SyncRuleFilter } from './sync-rules/list-sync-rules';
export {
  deleteOwnSyncRule,
  deleteSyncRulesOf,
  insertOwnSyncRule,
  moveOwnSyncRules,
  setSyncRuleActive,
  type OwnSyncRule,
} from './sync-rules/own-sync-rules';
export type { StoredSyncRule } from './sync-rules/stored-sync-rule';
export { System } from './systems/system.entity';
export {
  countErasure,
  createTenant,
  deleteTenant,
  establishTenantOf,
  limitPendingConnections,
  lockTenant,
  renameTenant,
} from './tenants/change-tenants';
export { findTenants, patternOfTenantName, type FoundTenant, type TenantFilter } from './tenants/find-tenants';
export {
  eraseNotificationAddress,
  hasNotificationAddresses,
  notificationAddressTexts,
  readNotificationAddresses,
  replaceNotificationAddresses,
} from './tenants/notification-addresses';
export { generateTenantName } from './tenants/tenant-name';
export { findTenantQuota, setTenantQuota, type TenantQuota } from './tenants/tenant-quota';
export { Tenant } from './tenants/tenant.entity';
export { eraseUnusedTenants, findUnusedTenants, measureTenants, type UnusedTenant } from './tenants/unused-tenants';
export {
  chosenTenantIds,
  fullyVisibleConnections,
  reachOfConnection,
  tenantAccesses,
  visibleConnections,
  visibleTenants,
  type ConnectionReach,
  type TenantAccess,
  type Viewer,
} from './visibility/visible-connections';
export { workScope } from './visibility/work-scope';
