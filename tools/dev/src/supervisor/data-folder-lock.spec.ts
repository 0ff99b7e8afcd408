import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockDataFolder } from './data-folder-lock';

describe('lock of the data folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lock-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, 'service.lock');

  it('can be released', () => {
    const release = lockDataFolder(folder);
    expect(existsSync(file())).toBe(true);
    release();
    expect(existsSync(file())).toBe(false);
  });

  it('rejects while another process holds it, and names that process', async () => {
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    const stat = existsSync('/proc') ? readFileSync(`/proc/${other.pid}/stat`, 'utf8') : '';
    writeFileSync(file(), `${other.pid} ${stat.split(') ')[1]?.split(' ')[19] ?? ''}\n`);
    expect(() => lockDataFolder(folder)).toThrow(FolderInUse);
    other.kill();
    await once(other, 'exit');
    lockDataFolder(folder)();
  });

  it.each([['999999999 1'], [''], ['nonsense'], [`${process.ppid} 1`]])('ignores a stale lock: %p', (content) => {
    writeFileSync(file(), content);
    lockDataFolder(folder)();
  });
});
