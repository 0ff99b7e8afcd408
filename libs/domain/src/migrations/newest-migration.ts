/** The schema this version needs; a newer one works too. Kept apart from the list, so that apps need not bundle every migration. */
export const newestMigration = 'InitialSchema1790000000001';
