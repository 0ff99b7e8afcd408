/** Arbitrary numbers, the same everywhere. Each has one meaning. */
export const advisoryLocks = {
  /** Two pods that start at once migrate in turn. */
  migration: 7_246_001,
  /** One process removes ended work at a time. */
  removeEndedWork: 7_246_003,
  /** Grants of two migrations at once would collide. */
  queueGrants: 7_246_004,
} as const;
