import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const copied = [
  ...['nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'jest.config.js', 'jest.preset.js', 'eslint.config.mjs'],
  ...['.prettierignore', '.gitignore', 'libs', 'tools/build', 'tools/jest', 'tools/generators'],
];
const folders = ['libs/integrations/src/commerce-c', 'libs/demo-shops/src/commerce-c'];
const files = [
  ...['libs/platforms/src/commerce-c.ts', 'libs/platforms/src/platforms.ts'],
  ...['libs/integrations/src/registered-integrations.ts', 'libs/demo-shops/src/index.ts'],
];

/** A copy of this workspace in which a platform is generated, used as its author would, and thrown away. */
describe('npx nx g ./tools/generators:platform commerce-c', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'platform-'));

  /** Runs a command that npm has installed. Resolves to its output; rejects with it when the command fails. */
  function run(command: string, ...args: string[]): Promise<string> {
    // Nx passes the path of its workspace to child processes, and this is another one. In a terminal Jest passes its workers the wish for colours.
    const outside = Object.entries(process.env).filter(([name]) => !/^(NX|JEST)_|^FORCE_COLOR$/.test(name));
    const env = { ...Object.fromEntries(outside), NX_DAEMON: 'false', CI: 'true' };
    const options = { cwd: workspace, env, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [join(workspace, 'node_modules/.bin', command), ...args], options, (error, stdout, stderr) =>
        error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr),
      );
    });
  }

  beforeAll(async () => {
    for (const path of copied) cpSync(join(root, path), join(workspace, path), { recursive: true });
    // Jest requires the folder, but no app concerns a platform.
    mkdirSync(join(workspace, 'apps'));
    symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'), 'dir');
    // The compiler and the linter read the platform and what it imports, and no more.
    const include = [...folders.map((folder) => `${folder}/**/*.ts`), ...files];
    writeFileSync(join(workspace, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
    await run('nx', 'g', './tools/generators:platform', 'commerce-c');
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it('makes a platform that compiles', () => run('tsc', '--noEmit', '-p', 'tsconfig.json'));

  it('makes a platform that keeps the integration contract', async () => {
    const output = await run('jest', ...folders, 'libs/platforms/src', '--selectProjects=unit', '--verbose');
    expect(output).toContain('commerce_c keeps the integration contract');
    expect(output).toMatch(/Test Suites: 7 passed, 7 total/);
  });

  it('makes a platform that passes the linter and the formatter', async () => {
    await run('eslint', '--max-warnings=0', ...folders, ...files);
    await run('prettier', '--check', ...folders, ...files);
  });
});
