import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In a container whose init process does not reap orphans, a dead one keeps its pid. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(25)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

/**
 * Cleans up after an unclean shutdown, which leaves a postmaster.pid. If that process is a Postgres of this folder, stops it (fast, then
 * immediate, then SIGKILL). Otherwise the pid was reused, and only the file is removed.
 */
export async function stopLeftoverPostmaster(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (pid > 1 && isAlive(pid) && commandLine(pid).includes(folder)) {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      process.kill(pid, signal);
      if (await ended(pid, 8_000)) break;
    }
    await waitForBackends(folder, pid);
  }
  rmSync(file, { force: true });
}

/** Backends of a killed postmaster exit on their own. Starting a new server beside them could corrupt the data. */
async function waitForBackends(folder: string, postmaster: number): Promise<void> {
  if (!existsSync('/proc')) return;
  const backends = () =>
    readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name) || Number(name) === postmaster || !commandLine(Number(name)).startsWith('postgres:')) return false;
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`PGDATA=${folder}\0`);
      } catch {
        return false;
      }
    });
  for (const deadline = Date.now() + 8_000; Date.now() < deadline && backends().length > 0; await sleep(50));
}
