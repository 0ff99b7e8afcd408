/** For each released version, the names of its migrations in order. Recorded when the release is tagged; never changed afterwards. */
export const releasedMigrations: Readonly<Record<string, readonly string[]>> = {};
