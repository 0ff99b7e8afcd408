import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commands = Object.keys(scripts);

/** Runs what is behind `npm run <command>`. */
const run = (folder: string, args: string[], environment: Record<string, string> = {}, account: { uid?: number; gid?: number } = {}) =>
  new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(process.execPath, [join(folder, 'tools/dev/run.mjs'), ...args], { env, cwd: folder, ...account }, (error, output, errors) =>
      resolve({ code: error ? error.code : 0, output, errors }),
    );
  });

describe('npm run', () => {
  let clone: string;

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone-'));
    for (const path of ['package.json', 'package-lock.json', 'tools/dev', 'libs/embedded-services/src/progress-bar.js'])
      cpSync(join(root, path), join(clone, path), { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(commands)(
    '%s -- --help says how to call it, what it does and how long it takes; right after git clone without installing',
    async (name) => {
      expect(scripts[name]).toMatch(new RegExp(`node tools/dev/run\\.mjs ${name}$`));
      const { code, output, errors } = await run(clone, [name, '--help']);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(output).toMatch(new RegExp(`^Usage:\\s+npm (run )?${name}\\b`));
      expect(output).toMatch(/^Takes: .*\d+ s|^Takes: .*(min|seconds)/m);
      expect(output).toContain('MB of disk');
      expect(output.split('\n').length).toBeLessThan(30);
      expect(existsSync(join(clone, 'node_modules'))).toBe(false);
      // The same once everything is there: nothing is loaded for it.
      expect((await run(root, [name, '--help'])).output).toBe(output);
    },
  );

  it('ends the installation at once with one line when the disk is full, although npm goes on', async () => {
    const npm = join(clone, 'npm.js');
    writeFileSync(
      npm,
      `require('node:fs').mkdirSync('node_modules/half', { recursive: true }); console.error('npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write'); setInterval(() => {}, 1000);`,
    );
    const { code, errors } = await run(clone, ['install'], { npm_execpath: npm });
    expect(code).toBe(1);
    expect(errors.split('\n')[0]).toMatch(/^The disk is full \(ENOSPC\)\. The packages need \d+ MB/);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  });

  it('prints the errors of npm, without its warnings, when the installation fails', async () => {
    const npm = join(clone, 'npm.js');
    writeFileSync(npm, `console.error('npm warn deprecated x\\nnpm error code ENOTFOUND'); process.exitCode = 1;`);
    const { code, errors } = await run(clone, ['install'], { npm_execpath: npm });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'npm error code ENOTFOUND\nInstalling the dependencies failed (npm ci, exit code 1).\n',
    });
  });

  it('says in one line that node_modules belongs to another user', async () => {
    const folder = join(clone, 'node_modules');
    mkdirSync(folder);
    for (const path of [clone, folder]) chmodSync(path, 0o555);
    const { code, errors } = await run(clone, ['install'], {}, process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {});
    for (const path of [clone, folder]) chmodSync(path, 0o755);
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(errors).toMatch(/^\S+node_modules is not yours to change \(EACCES, owner \d+\): [^\n]+\n$/);
  });

  it('does not begin to install when the packages do not fit', async () => {
    const check = `import { spaceFault } from ${JSON.stringify(join(root, 'tools/dev/install.mjs'))};
      console.log(JSON.stringify([spaceFault('/clone', 120_900_000, 600), spaceFault('/clone', 600_000_000, 600)]));`;
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['--input-type=module', '-e', check], (_, text) => resolve(text)),
    );
    expect(JSON.parse(output)).toEqual(['Not enough disk space in /clone: the packages need 600 MB, 120 MB are free.', null]);
  });
});
