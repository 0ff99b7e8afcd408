import { migrations } from '../database/data-source';
import { newestMigration } from './newest-migration';

it('the newest migration is the last in the list', () => {
  expect(migrations.at(-1)?.name).toBe(newestMigration);
});
