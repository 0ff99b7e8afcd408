import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotStart } from './cannot-start';

/** Another process already uses the data folder. */
export class FolderInUse extends CannotStart {}

/** Null: it does not run. On Linux with its start time: a reboot may reuse the pid for another process. */
function identityOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]}`;
  } catch {
    return `${pid}`;
  }
}

/** Locks the folder, made if missing, until this process ends. Throws CannotStart, FolderInUse. A lock of a dead process is stale. */
export function lockDataFolder(folder: string): void {
  try {
    lock(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof CannotStart || code === undefined || code === 'ENOSPC') throw error;
    throw new CannotStart(
      `The data folder ${resolve(folder)} cannot be used (${code}). Set DATA_FOLDER to a folder that you may make and change.`,
    );
  }
}

function lock(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'service.lock');
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(path, identityOf(process.pid) ?? '', { flag: 'wx' });
      process.once('exit', () => rmSync(path, { force: true }));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error;
    }
    const holder = readFileSync(path, 'utf8');
    const pid = Number.parseInt(holder, 10);
    if (pid > 0 && pid !== process.pid && identityOf(pid) === holder)
      throw new FolderInUse(`The service is already running in this folder (process ${pid}, data in ${folder}). Stop it first.`);
    rmSync(path, { force: true });
  }
}
