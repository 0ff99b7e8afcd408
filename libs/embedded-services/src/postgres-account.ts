import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Postgres refuses to run as root, so as root we run it under this account. Empty: run it under our own. */
export interface PostgresAccount {
  uid?: number;
  gid?: number;
}

function numericId(flag: '-u' | '-g'): number {
  return Number.parseInt(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 10);
}

function existingAccount(): PostgresAccount | null {
  try {
    return { uid: numericId('-u'), gid: numericId('-g') };
  } catch {
    return null;
  }
}

/** The account `postgres`, created if missing. Throws a one-line message if that fails. */
export function postgresAccount(): PostgresAccount {
  if (userInfo().uid !== 0) return {};
  const existing = existingAccount();
  if (existing) return existing;
  try {
    execFileSync('groupadd', ['--system', 'postgres'], { stdio: 'ignore' });
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
      stdio: 'ignore',
    });
    return { uid: numericId('-u'), gid: numericId('-g') };
  } catch {
    throw new Error(
      'The embedded Postgres cannot run as root and an account "postgres" could not be created. Run as another user, or set DATABASE_URL.',
    );
  }
}

/** True if the account can read the path. A clone below /root is readable by root only. */
export function canReach(account: PostgresAccount, path: string): boolean {
  if (account.uid === undefined) return true;
  try {
    execFileSync('test', ['-r', path], { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder that every account can read, only we can write, and that survives a reboot. */
export function sharedFolder(): string {
  const folder = '/var/tmp/connection-sync-postgres';
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, mode } = statSync(folder);
  if (uid !== userInfo().uid || (mode & 0o022) !== 0) throw new Error(`${folder} belongs to another user. Remove it, or set DATABASE_URL.`);
  return folder;
}
