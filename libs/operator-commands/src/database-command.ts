import { createDataSource } from '@sync/identity';
import type { Command } from './command';
import { requireOwner } from './require-owner';
import { CannotRun, type Surroundings } from './surroundings';

export type Database = ReturnType<typeof createDataSource>;

export interface Outcome {
  lines: readonly string[];
  /** Whether the command did what it was asked to. */
  ok: boolean;
}

interface DatabaseCommand<R> {
  /** Of its session in Postgres. */
  name: string;
  does: string;
  usage: (called: string) => string;
  /** Throws UnusableArguments. */
  read: (args: readonly string[]) => R;
  run: (database: Database, request: R, surroundings: Surroundings) => Promise<Outcome>;
}

/** A command on the database of the service. It reads its arguments first. */
export function databaseCommand<R>({ name, does, usage, read, run }: DatabaseCommand<R>): Command {
  return {
    does,
    usage,
    cannotRunCode: 1,
    run: async (args, surroundings) => {
      const request = read(args);
      const { lines, ok } = await onDatabase(name, surroundings, (database) => run(database, request, surroundings));
      for (const line of lines) process.stdout.write(`${line}\n`);
      return ok ? 0 : 1;
    },
  };
}

async function onDatabase<T>(name: string, surroundings: Surroundings, work: (database: Database) => Promise<T>): Promise<T> {
  const found = await surroundings.database();
  const database = createDataSource({ url: found.url, applicationName: name, poolSize: 1 });
  try {
    await database.initialize().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotRun(`The database is unreachable: ${message || code}`);
    });
    await requireOwner((sql) => database.query<unknown[]>(sql));
    return await work(database);
  } finally {
    if (database.isInitialized) await database.destroy();
    await found.stop();
  }
}
