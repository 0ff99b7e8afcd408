import 'reflect-metadata';
import { createDataSource, eraseUnusedTenants, findUnusedTenants } from '@sync/domain';
import { runCommand } from '@sync/embedded-services';
import { tableLines } from './demo/table';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { findDatabase } from './supervisor/find-database';
import { readSettings, UnusableSetting } from './supervisor/settings';
import { readCommand, usage, type Command } from './unused-tenants/command';

const maxListed = 50;
const header = [{ title: 'id' }, { title: 'name' }, { title: 'created at' }, { title: 'last request' }];

/** `npm run unused-tenants -- …`: lists and erases tenants that never linked anything, of the running service or of DATABASE_URL. */
async function run(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  const database = await findDatabase(readSettings(process.env, portVariables));
  const dataSource = createDataSource({ url: database.url, applicationName: 'unused-tenants', poolSize: 1 });
  try {
    await dataSource.initialize().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotStart(`The database is unreachable: ${message || code}`);
    });
    for (const line of await outcomeOf(dataSource, command)) console.log(line);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.stop();
  }
}

async function outcomeOf(dataSource: ReturnType<typeof createDataSource>, { action, olderThanDays }: Command): Promise<string[]> {
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

runCommand(usage, run).catch((error: Error) => {
  console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
});
