export { createPool } from './create-pool';
export { queryBounds } from './query-bounds';
export { retryOnConflict } from './retry-on-conflict';
