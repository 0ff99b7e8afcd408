/** What a schema must have for this version to work on it; a newer one has it, too. Stands by itself: an app need not know all migrations. */
export const newestMigration = 'ContentTimes1790000000012';
