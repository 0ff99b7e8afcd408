import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canReach, folderWithinReach, type PostgresAccount } from './postgres-account';

export interface PostgresCluster {
  /** Folder of the data, owned by the account that the server runs under. */
  folder: string;
  /** Password of the superuser `postgres`: other users of this machine reach the port too. */
  password: string;
}

const passwordFile = 'superuser-password';

/** The asked folder, or one within reach when the server's account cannot reach it. */
export function clusterFolder(dataDir: string, account: PostgresAccount): string {
  const asked = resolve(dataDir);
  mkdirSync(dirname(asked), { recursive: true });
  if (canReach(account, dirname(asked))) return asked;
  const name = createHash('sha256').update(asked).digest('hex').slice(0, 16);
  return join(folderWithinReach(), name);
}

function giveTo(account: PostgresAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

function initialise(folder: string, initdb: string, account: PostgresAccount, durable: boolean): void {
  // Made aside and renamed when complete: an interrupted first start leaves nothing that looks like a database.
  const partial = `${folder}.incomplete`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  giveTo(account, partial);
  const password = randomBytes(24).toString('base64url');
  const data = join(partial, 'data');
  const secret = join(partial, passwordFile);
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  giveTo(account, secret);
  const flags = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const result = spawnSync(initdb, [`--pgdata=${data}`, ...flags, ...(durable ? [] : ['--no-sync'])], {
    ...account,
    cwd: partial,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (result.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(`initdb failed: ${(result.stderr || String(result.error ?? '')).trim()}`);
  }
  renameSync(secret, join(data, passwordFile));
  renameSync(data, folder);
  rmSync(partial, { recursive: true, force: true });
}

/** The database cluster in the folder, created on first use only. */
export function openCluster(folder: string, initdb: string, account: PostgresAccount, durable: boolean): PostgresCluster {
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(folder, initdb, account, durable);
  return { folder, password: passwordOf(folder) };
}

export function passwordOf(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8').trim();
}
