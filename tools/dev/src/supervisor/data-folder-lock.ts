import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Locks the folder until this process ends. Throws FolderInUse. A lock of a dead process is stale. */
export function lockDataFolder(folder: string): void {
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
