import { newestMigration } from './database-checks';
import { migrations } from './migrate-database';

it('the newest migration is the last in the list', () => {
  expect(migrations.at(-1)?.name).toBe(newestMigration);
});
