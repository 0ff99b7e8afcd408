/** Token of SYNC_PARALLELISM_PER_CONNECTION: how many requests to one connection's shop are in flight at most. */
export const parallelism = Symbol('parallelism');
