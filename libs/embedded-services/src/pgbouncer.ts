import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from './find-on-path';
import { freePort } from './free-port';
import { postgresAccount } from './postgres-account';
import { OutputTail, stopWithOwner } from './stop-with-owner';

const startTimeoutMs = 60_000;
/** The one of a deployment: relative to the workspace. */
const shippedConfiguration = 'docker/pgbouncer/pgbouncer.ini';

export interface PgBouncerOptions {
  /** postgres:// URL of a database. The pooler serves every database of that server, to the role of this URL. */
  serverUrl: string;
  /** Server connections of each database. Fewer than clients show what a session keeps that it should not. Default: as shipped. */
  poolSize?: number;
}

export interface PgBouncer {
  /** The same URL through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer on 127.0.0.1 with the configuration of a deployment. It stops with this process. Throws if none is installed. */
export async function startPgBouncer({ serverUrl, poolSize }: PgBouncerOptions): Promise<PgBouncer> {
  const program = findOnPath(['pgbouncer'], ['/usr/sbin']);
  if (!program) throw new Error('There is no pgbouncer. Run apt-get install pgbouncer.');
  const port = await freePort();
  const account = postgresAccount();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  // As root it runs under another account, which must be able to read its configuration.
  chmodSync(folder, 0o755);
  const configuration = join(folder, 'pgbouncer.ini');
  writeFileSync(configuration, configurationOf(new URL(serverUrl), { folder, port, poolSize }));
  const child = spawn(program, [configuration], { ...account, stdio: ['ignore', 'ignore', 'pipe'], detached: true, cwd: folder });
  const tail = new OutputTail();
  child.on('error', (error) => tail.add(error.message));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => tail.add(chunk));
  child.unref();
  (child.stderr as typeof child.stderr & { unref?: () => void }).unref?.();
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const cancelWatch = stopWithOwner(child, { first: 'TERM', last: 'KILL', afterSeconds: 5 });
  const stop = async () => {
    if (running()) {
      child.ref();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    cancelWatch();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + startTimeoutMs; !(await listens(port)); await sleep(20)) {
    if (running() && Date.now() < deadline) continue;
    await stop();
    throw new Error(`${program} did not start.\n${tail.text()}`);
  }
  return { through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href, stop };
}

/** The shipped configuration with an address, an account and databases of its own. A second section of settings would undo the first. */
function configurationOf(
  { hostname, port: serverPort, username, password }: URL,
  own: { folder: string; port: number; poolSize?: number },
) {
  const users = join(own.folder, 'userlist.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own.port,
    auth_file: users,
    ...(own.poolSize && { default_pool_size: own.poolSize }),
  };
  const shipped = readFileSync(shippedConfiguration, 'utf8').replace(/^%include.*$/m, 'unix_socket_dir =');
  const changed = Object.entries(settings).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
    shipped,
  );
  return `${changed}\n[databases]\n* = host=${hostname} port=${serverPort}\n`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('error', () => done(false));
    socket.once('connect', () => done(true));
  });
}
