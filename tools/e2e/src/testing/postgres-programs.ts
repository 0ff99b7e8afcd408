import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql';
const needed = ['initdb', 'postgres', 'pg_dump', 'pg_dumpall', 'pg_restore', 'psql'];

/** The newest Postgres that Debian installed, with the programs that the embedded one lacks. Throws one clear sentence without one. */
export class PostgresPrograms {
  private constructor(private readonly folder: string) {}

  static find(): PostgresPrograms {
    const versions = existsSync(installed) ? readdirSync(installed).sort((one, other) => Number(other) - Number(one)) : [];
    const folders = versions.map((version) => join(installed, version, 'bin'));
    const folder = folders.find((candidate) => needed.every((name) => existsSync(join(candidate, name))));
    if (folder === undefined) throw new Error('This test needs a Postgres with pg_dump: apt-get install postgresql-15.');
    return new PostgresPrograms(folder);
  }

  get server(): { initdb: string; postgres: string } {
    return { initdb: join(this.folder, 'initdb'), postgres: join(this.folder, 'postgres') };
  }

  /** Rejects with what the program said when it fails. */
  async run(name: 'pg_dump' | 'pg_dumpall' | 'pg_restore' | 'psql', args: readonly string[]): Promise<void> {
    await run(join(this.folder, name), args);
  }
}
