import 'reflect-metadata';
import { createDataSource } from '@sync/domain';
import { FailedTasks } from '@sync/durable-work';
import { readCommand, UnusableCommand } from './failed-tasks/command';
import { findDatabase } from './supervisor/find-database';
import { resolveFailedWork } from './failed-tasks/resolve-failed-work';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { readSettings, UnusableSetting } from './supervisor/settings';

/** `npm run failed-tasks -- …`: shows, retries and discards failed work of the running service, or of the one of DATABASE_URL. */
async function main(): Promise<boolean> {
  const command = readCommand(process.argv.slice(2));
  const database = await findDatabase(readSettings(process.env, portVariables));
  const dataSource = createDataSource({ url: database.url, applicationName: 'failed-tasks', poolSize: 1 });
  try {
    await dataSource.initialize().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotStart(`The database cannot be reached: ${message || code}`);
    });
    const { lines, ok } = await resolveFailedWork(new FailedTasks(dataSource, null), command);
    for (const line of lines) console.log(line);
    return ok;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.stop();
  }
}

main().then(
  (ok) => {
    process.exitCode = ok ? 0 : 1;
  },
  (error: Error) => {
    const isForPeople = error instanceof UnusableCommand || error instanceof UnusableSetting || error instanceof CannotStart;
    console.error(isForPeople ? error.message : error);
    process.exitCode = 1;
  },
);
