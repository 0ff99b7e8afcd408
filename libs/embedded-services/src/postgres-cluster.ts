import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canReach, sharedFolder, type PostgresAccount } from './postgres-account';

const run = promisify(execFile);

export interface PostgresCluster {
  /** Data folder, owned by the account that runs the server. */
  folder: string;
  /** Password of the superuser `postgres`, because other users of this machine can reach the port. */
  password: string;
}

const passwordFile = 'superuser-password';

/** The requested folder, or a shared one if the server's account cannot read it. */
export function clusterFolder(dataDir: string, account: PostgresAccount): string {
  const requested = resolve(dataDir);
  mkdirSync(dirname(requested), { recursive: true });
  if (canReach(account, dirname(requested))) return requested;
  const name = createHash('sha256').update(requested).digest('hex').slice(0, 16);
  return join(sharedFolder(), name);
}

function giveTo(account: PostgresAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

async function initialise(folder: string, initdb: string, account: PostgresAccount, durable: boolean): Promise<void> {
  // Created in a temporary folder and renamed when complete, so that an interrupted start leaves no half-made cluster.
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
  const options = { ...account, cwd: partial, env: { ...process.env, LC_ALL: 'C' } };
  try {
    await run(initdb, [`--pgdata=${data}`, ...flags, ...(durable ? [] : ['--no-sync'])], options);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`initdb failed: ${(stderr || message).trim()}`, { cause: error });
  }
  renameSync(secret, join(data, passwordFile));
  renameSync(data, folder);
  rmSync(partial, { recursive: true, force: true });
}

/** The database cluster in the folder, created on first use. */
export async function openCluster(folder: string, initdb: string, account: PostgresAccount, durable: boolean): Promise<PostgresCluster> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, initdb, account, durable);
  return { folder, password: passwordOf(folder) };
}

export function passwordOf(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8').trim();
}
