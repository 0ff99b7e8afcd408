export { createPool } from './create-pool';
export { deleteInBatches, deleteOfConnection, type SqlRunner } from './delete-in-batches';
export { newestLookedAt, newestMatches, type Search } from './newest-matches';
export { keysetStart, newestOfBranches, type Branches, type BranchScope } from './newest-of-branches';
export { queryBounds, sessionSettings, tcpKeepAlive } from './query-bounds';
export { partOfText } from './part-of-text';
export { rareWordOf } from './rare-word';
export { retryOnConflict } from './retry-on-conflict';
export type { SqlCondition } from './sql-condition';
