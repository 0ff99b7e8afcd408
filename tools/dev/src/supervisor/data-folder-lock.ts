import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process already uses the data folder. */
export class FolderInUse extends Error {
  constructor(readonly pid: number) {
    super(`The folder is in use by process ${pid}.`);
  }
}

/** Start time of the process, if the system exposes it. A reboot may reuse the pid for another process. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function holder(path: string): number | null {
  try {
    const [pid = '', started = ''] = readFileSync(path, 'utf8').trim().split(' ');
    const number = Number(pid);
    return number > 0 && number !== process.pid && isAlive(number) && startOf(number) === started ? number : null;
  } catch {
    return null;
  }
}

/** Locks the folder for this process and returns a function that releases it. Throws FolderInUse. A lock of a dead process is stale. */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'service.lock');
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(path, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error;
      const pid = holder(path);
      if (pid !== null) throw new FolderInUse(pid);
      rmSync(path, { force: true });
    }
  }
}
