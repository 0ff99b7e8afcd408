import { tableLines } from '@sync/command-line';
import { eraseUnusedTenants, findUnusedTenants } from '@sync/domain';
import { databaseCommand, type Database } from '../database-command';
import { readCommand, usage } from './command';

const maxListed = 50;
const header = [{ title: 'id' }, { title: 'name' }, { title: 'created at' }, { title: 'last request' }];

async function eraseTenants(database: Database, olderThanDays: number): Promise<string[]> {
  const erased = await eraseUnusedTenants(database, olderThanDays);
  return [erased === 1 ? '1 unused tenant is erased.' : `${erased} unused tenants are erased.`];
}

async function listTenants(database: Database, olderThanDays: number): Promise<string[]> {
  const { tenants, total } = await findUnusedTenants(database.manager, olderThanDays, maxListed);
  if (total === 0) return ['No unused tenants.'];
  const rows = tenants.map(({ id, name, createdAt, lastUsedAt }) => [
    id,
    name,
    createdAt.toISOString(),
    lastUsedAt?.toISOString() ?? 'none',
  ]);
  return [...tableLines(header, rows), ...(total > tenants.length ? ['', `The oldest ${tenants.length} of ${total}.`] : [])];
}

/** Erases what never came to anything. */
export const erase = databaseCommand({
  name: 'erase',
  does: 'Erases tenants that never linked anything.',
  usage,
  read: readCommand,
  run: async (database, { list, olderThanDays }) => ({
    lines: await (list ? listTenants : eraseTenants)(database, olderThanDays),
    ok: true,
  }),
});
