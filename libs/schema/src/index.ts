export { databaseChecks, newestMigration } from './database-checks';
export { migrateDatabase } from './migrate-database';
export { openServingLogins } from './serving-login';
