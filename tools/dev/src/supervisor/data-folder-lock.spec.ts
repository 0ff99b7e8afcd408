import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockDataFolder } from './data-folder-lock';

describe('lock of the data folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lock-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, 'service.lock');

  it('rejects while another process holds it, and names that process', async () => {
    lockDataFolder(folder);
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    const started = readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    writeFileSync(file(), `${other.pid} ${started}`);
    expect(() => lockDataFolder(folder)).toThrow(FolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(`process ${other.pid}`);
    other.kill();
    await once(other, 'exit');
    lockDataFolder(folder);
    expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  it.each(['/dev/null/inside', '/dev/null'])('says in one line that %s cannot be made', (unusable) => {
    expect(() => lockDataFolder(unusable)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`^The data folder ${unusable} cannot be used \\(E[A-Z]+\\)\\.[^\\n]+$`)) as string,
      }),
    );
  });

  it.each([['999999999 1'], [''], ['nonsense'], [`${process.ppid} 1`]])('ignores a stale lock: %p', (content) => {
    writeFileSync(file(), content);
    lockDataFolder(folder);
    expect(readFileSync(file(), 'utf8')).not.toBe(content);
  });
});
