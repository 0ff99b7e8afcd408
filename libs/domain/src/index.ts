export { capabilitiesNow } from './connections/capabilities-now';
export {
  insertConnection,
  insertConnectionUnlessThere,
  lockConnection,
  logTransitions,
  moveConnection,
  type Actor,
  type Move,
} from './connections/move-connection';
export { eachConnection, type TellFailure } from './connections/each-connection';
export { eraseBelongings, nothingBelongs, removeAccess } from './connections/erase-belongings';
export { stopConnection } from './connections/stop-connection';
export { SystemConnection, type ConnectionConfiguration } from './connections/system-connection.entity';
export {
  connectionStatuses,
  IllegalTransition,
  nextStatus,
  transitions,
  webhookStatuses,
  type MoveTrigger,
  type SystemConnectionStatus,
  type TransitionTrigger,
} from './connections/transitions';
export { finishUninstallations, uninstallConnection } from './connections/uninstall-connection';
export { CredentialsCipher, UnreadableCredentials, type Credentials } from './credentials/credentials-cipher';
export { InvalidKeyRing, KeyRing } from './credentials/key-ring';
export { createDataSource, entities, migrations, type DatabaseOptions } from './database/data-source';
export { migrateDatabase } from './database/migrate-database';
export { queryBounds } from './database/query-bounds';
export { requireMigrations } from './database/require-migrations';
export { newestMigration } from './migrations/newest-migration';
export { deriveDefaultSyncRules } from './sync-rules/derive-default-sync-rules';
export { SyncRule } from './sync-rules/sync-rule.entity';
export { endSyncRuns, openRunsOf, type EndStatus } from './sync-runs/end-sync-runs';
export { lockSyncsOf } from './sync-runs/lock-syncs';
export { openDueSyncRuns, type DueSyncLimits, type OpenedSyncRun, type SyncSchedule } from './sync-runs/open-due-sync-runs';
export { requestSyncRuns, type RequestedSyncRuns, type SyncRunRequest } from './sync-runs/request-sync-runs';
export { SyncRun, syncModes, type SyncMode, type SyncRunStatus } from './sync-runs/sync-run.entity';
export { System } from './systems/system.entity';
export { generateTenantName } from './tenants/tenant-name';
export { Tenant } from './tenants/tenant.entity';
export { AccessToken, type AccessTokenName } from './tokens/access-token.entity';
export { ConnectionToken } from './tokens/connection-token.entity';
export { hashToken, issueToken, looksLikeToken, type IssuedToken, type TokenKind } from './tokens/token';
