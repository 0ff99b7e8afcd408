import { readArguments } from '@sync/command-line';
import type { Command } from '../command';
import { CannotRun } from '../surroundings';
import { bringUpToDate } from './bring-up-to-date';

/** Run it before a new version of the apps starts. */
export const migrate: Command = {
  does: 'Brings the database up to date.',
  usage: (called) => `Usage: ${called}
Migrates the database of DATABASE_URL, whose role must own it, to the schema of this version. Past a pooler: DATABASE_DIRECT_URL.
Safe to repeat. Takes no arguments.`,
  cannotRunCode: 1,
  run: async (args, surroundings) => {
    readArguments(args, {});
    const { url, stop } = await surroundings.database();
    const { host, pathname } = new URL(url);
    try {
      await bringUpToDate(url);
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      throw new CannotRun(`The database could not be migrated (Postgres at ${host}${pathname}): ${message || code}`);
    } finally {
      await stop();
    }
    process.stdout.write(`The schema is up to date: Postgres at ${host}${pathname}.\n`);
    return 0;
  },
};
