export { SignInFailure } from './administration/sign-in-failure.entity';
export { roles, UserAccount, type Role } from './administration/user-account.entity';
export { UserAddress } from './administration/user-address.entity';
export { sessionKinds, UserSession, type SessionKind, type SignInMethod } from './administration/user-session.entity';
export { UserSystem } from './administration/user-system.entity';
export { UserTenant } from './administration/user-tenant.entity';
export { recordAudit, type AuditEntry, type AuditOrigin, type AuditedObject } from './audit/record-audit';
export { capabilitiesNow } from './connections/capabilities-now';
export {
  addUpConnectionCounts,
  countConnections,
  countVisibleConnections,
  type ConnectionCounts,
  type CountedConnection,
} from './connections/connection-counts';
export { impairedIds, impairmentsNow, isImpaired } from './connections/impairments';
export { syncObstacleNames, syncObstacles, type SyncObstacle } from './connections/sync-obstacles';
export {
  insertConnection,
  insertConnectionUnlessThere,
  lockConnection,
  logTransitions,
  moveConnection,
  type Actor,
  type Move,
} from './connections/move-connection';
export { noteCopyOfShop } from './connections/note-copy-of-shop';
export { noteHeldBackDeletions } from './connections/note-held-back-deletions';
export { forgetQuotaUsedUp, noteQuotaUsedUp } from './connections/note-quota-used-up';
export { noteReachableAgain } from './connections/note-reachable-again';
export { forgetRefusedAccess, noteRefusedAccess } from './connections/note-refused-access';
export {
  noteAcceptedWebhooks,
  noteRefusedWebhook,
  noteUnannouncedChanges,
  standingSeconds,
  type AcceptedWebhook,
} from './connections/webhook-standings';
export { readTransitions, type Transition } from './connections/read-transitions';
export { removeAccess } from './connections/remove-access';
export { sealedCredentials } from './connections/sealed-credentials';
export type { StatusReason } from './connections/status-reason';
export { SystemConnection, type ConnectionConfiguration } from './connections/system-connection.entity';
export {
  connectionStatuses,
  IllegalTransition,
  installedStatuses,
  isServing,
  liveStatuses,
  nextStatus,
  presentStatuses,
  servesNow,
  servingStatuses,
  timelineReasons,
  transitions,
  type MoveTrigger,
  type SystemConnectionStatus,
  type TransitionTrigger,
} from './connections/transitions';
export { createDataSource } from './data-source';
export { DoctorRun } from './doctor-runs/doctor-run.entity';
export { deriveDefaultSyncRules } from './sync-rules/derive-default-sync-rules';
export { InUse, LimitReached, RefusedValues, type RefusedValue } from './refusals';
export { changeSystem, createDirectSystem, deleteSystem, type NewDirectSystem, type SystemChange } from './systems/change-systems';
export { findSyncRule, listSyncRules, type SyncRuleFilter } from './sync-rules/list-sync-rules';
export { deleteOwnSyncRule, insertOwnSyncRule, moveOwnSyncRules, setSyncRuleActive, type OwnSyncRule } from './sync-rules/own-sync-rules';
export type { StoredSyncRule } from './sync-rules/stored-sync-rule';
export { System } from './systems/system.entity';
export { createTenant, deleteTenant, renameTenant } from './tenants/change-tenants';
export { establishTenantOf } from './tenants/establish-tenant';
export { findTenants, patternOfTenantName, type FoundTenant, type TenantFilter } from './tenants/find-tenants';
export { limitPendingConnections } from './tenants/limit-pending-connections';
export { lockTenant } from './tenants/lock-tenant';
export { generateTenantName } from './tenants/tenant-name';
export { findTenantQuota, setTenantQuota, type TenantQuota } from './tenants/tenant-quota';
export { Tenant } from './tenants/tenant.entity';
export { measureTenants } from './tenants/tenant-metrics';
export { eraseUnusedTenants, findUnusedTenants, type UnusedTenant } from './tenants/unused-tenants';
export { insertExpiring } from './tokens/insert-expiring';
export { AccessToken, accessTokenNames, type AccessTokenName } from './tokens/access-token.entity';
export {
  issueAccessToken,
  issueFirstAccessToken,
  listAccessTokens,
  replaceAccessTokens,
  replaceEveryAccessToken,
  revokeAccessToken,
  revokeAccessTokensOf,
  rotateAccessToken,
  type IssuedAccessToken,
  type NewAccessToken,
} from './tokens/access-tokens';
export { ConnectionToken } from './tokens/connection-token.entity';
export { deleteExpiredAccessTokens, deleteOldConnectionTokens } from './tokens/delete-old-tokens';
export { findFailedAttempt, recordFailedAttempt, type FailedAttempt } from './tokens/failed-attempt';
export { replaceConnectionToken } from './tokens/replace-connection-token';
export { hashToken, issueToken, looksLikeToken, type IssuedToken, type TokenKind } from './tokens/token';
export { countTokens } from './tokens/token-metrics';
export { findTokenHolder, recordTokenUse, type TokenHolder } from './tokens/token-holder';
export { reachOfConnection, type ConnectionReach } from './visibility/connection-reach';
export { fullyVisibleConnections, visibleConnections, type Viewer } from './visibility/visible-connections';
export { visibleTenants } from './visibility/visible-tenants';
export { workScope } from './visibility/work-scope';
