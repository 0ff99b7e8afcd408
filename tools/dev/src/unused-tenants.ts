import 'reflect-metadata';
import { eraseUnusedTenants, findUnusedTenants } from '@sync/domain';
import { tableLines } from './demo/table';
import { runDatabaseCommand, type Database } from './supervisor/database-command';
import { readCommand, usage, type Command } from './unused-tenants/command';

const maxListed = 50;
const header = [{ title: 'id' }, { title: 'name' }, { title: 'created at' }, { title: 'last request' }];

async function outcomeOf(dataSource: Database, { action, olderThanDays }: Command): Promise<string[]> {
  if (action === 'erase') {
    const erased = await eraseUnusedTenants(dataSource, olderThanDays);
    return [erased === 1 ? '1 unused tenant is erased.' : `${erased} unused tenants are erased.`];
  }
  const { tenants, total } = await findUnusedTenants(dataSource.manager, olderThanDays, maxListed);
  if (total === 0) return ['No unused tenants.'];
  const rows = tenants.map(({ id, name, createdAt, lastUsedAt }) => [
    id,
    name,
    createdAt.toISOString(),
    lastUsedAt?.toISOString() ?? 'none',
  ]);
  return [...tableLines(header, rows), ...(total > tenants.length ? ['', `The oldest ${tenants.length} of ${total}.`] : [])];
}

/** `npm run unused-tenants -- …`: lists and erases tenants that never linked anything. */
runDatabaseCommand({
  name: 'unused-tenants',
  usage,
  read: readCommand,
  run: async (dataSource, command) => ({ lines: await outcomeOf(dataSource, command), ok: true }),
});
