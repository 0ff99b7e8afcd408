import { createDataSource } from '@sync/domain';
import { runCommand } from '@sync/embedded-services';
import { portVariables } from './apps';
import { CannotStart } from './cannot-start';
import { findDatabase } from './find-database';
import { readSettings, UnusableSetting } from './settings';

export type Database = ReturnType<typeof createDataSource>;

export interface DatabaseCommand<C> {
  /** Name of its session in Postgres. */
  name: string;
  usage: string;
  /** Throws UnusableArguments. */
  read: (args: readonly string[]) => C;
  /** Returns what to print, and whether the command did what it was asked to. */
  run: (dataSource: Database, command: C) => Promise<{ lines: readonly string[]; ok: boolean }>;
}

/** Runs a command on the database of the running service or of DATABASE_URL. */
export function runDatabaseCommand<C>({ name, usage, read, run }: DatabaseCommand<C>): void {
  const runOnDatabase = async (args: readonly string[]): Promise<void> => {
    const command = read(args);
    const database = await findDatabase(readSettings(process.env, portVariables));
    const dataSource = createDataSource({ url: database.url, applicationName: name, poolSize: 1 });
    try {
      await dataSource.initialize().catch(({ message, code }: NodeJS.ErrnoException) => {
        throw new CannotStart(`The database is unreachable: ${message || code}`);
      });
      const { lines, ok } = await run(dataSource, command);
      for (const line of lines) console.log(line);
      process.exitCode = ok ? 0 : 1;
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
      await database.stop();
    }
  };
  runCommand(usage, runOnDatabase).catch((error: Error) => {
    console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
    process.exitCode = 1;
  });
}
