export { advisoryLocks } from './advisory-locks';
export { plainArray, textArray } from './array-literals';
export { BatchedCalls } from './batched-calls';
export { createPool } from './create-pool';
export { bigintAsNumber, dataSourceOptions, type DatabaseOptions } from './data-source-options';
export { deleteInBatches, deleteOf, deleteOfConnection } from './delete-in-batches';
export { eraseTexts, rowsNaming, type NamingTexts, type TextScope } from './naming-texts';
export { matchesOfFew, newestLookedAt, newestMatches, partOfText, searchPattern } from './text-search';
export { Notifications } from './notifications';
export { keysetStart, newestOfBranches, type Branches, type BranchScope } from './newest-of-branches';
export { queryBounds, sessionSettings, tcpKeepAlive } from './query-bounds';
export { neededConnections, poolSizes } from './pool-sizes';
export { lacksConnection, postgresCode } from './postgres-away';
export { keptPlans, prepared, queryPrepared } from './query-prepared';
export { retryOnConflict } from './retry-on-conflict';
export { sealedStatements } from './sealed-statements';
export { sealIv } from './seal-iv';
export {
  enterTenant,
  everyTenant,
  everyTenantOfAdmin,
  everyTenantOfIngress,
  forAllTenants,
  forTenant,
  type SessionSettings,
} from './tenant-scope';
export type { QueryRows, SqlCondition, SqlRunner } from './sql-runner';
