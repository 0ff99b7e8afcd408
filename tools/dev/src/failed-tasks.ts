import 'reflect-metadata';
import { createDataSource } from '@sync/domain';
import { FailedTasks } from '@sync/durable-work';
import { runCommand } from '@sync/embedded-services';
import { readCommand, usage } from './failed-tasks/command';
import { findDatabase } from './supervisor/find-database';
import { resolveFailedWork } from './failed-tasks/resolve-failed-work';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { readSettings, UnusableSetting } from './supervisor/settings';

/** `npm run failed-tasks -- …`: lists, retries and discards failed tasks of the running service or of DATABASE_URL. */
async function resolve(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  const database = await findDatabase(readSettings(process.env, portVariables));
  const dataSource = createDataSource({ url: database.url, applicationName: 'failed-tasks', poolSize: 1 });
  try {
    await dataSource.initialize().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotStart(`The database is unreachable: ${message || code}`);
    });
    const { lines, ok } = await resolveFailedWork(new FailedTasks(dataSource, null), command);
    for (const line of lines) console.log(line);
    process.exitCode = ok ? 0 : 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.stop();
  }
}

runCommand(usage, resolve).catch((error: Error) => {
  console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
});
