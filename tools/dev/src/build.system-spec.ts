import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes down which projects it was asked for, and makes the folder of one. */
const nx = `const { appendFileSync, mkdirSync } = require('node:fs');
const at = process.argv.indexOf('-p');
mkdirSync('dist/tools/dev', { recursive: true });
appendFileSync('dist/calls', (at < 0 ? 'all' : process.argv[at + 1]) + '\\n');
process.exitCode = Number(process.env.NX_FAILS ?? 0);`;

const otherNode = `--import=data:text/javascript,Object.defineProperty(process,"version",{value:"v99.0.0"})`;

describe('a build', () => {
  let folder: string;

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const build = (projects: string[] = [], { flags = [] as string[], env = {} } = {}) =>
    new Promise<unknown>((resolve) => {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      execFile(process.execPath, [...flags, join(folder, 'tools/dev/build.mjs'), ...projects], options, (error) =>
        resolve(error ? error.code : 0),
      );
    });
  /** What Nx was asked for since the last time. */
  const calls = () => {
    const path = join(folder, 'dist/calls');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    rmSync(path, { force: true });
    return text.split('\n').filter((line) => line !== '');
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-'));
    const own = ['build', 'install', 'commands'].map((name) => `tools/dev/${name}.mjs`);
    for (const path of [...own, 'libs/embedded-services/src/progress-bar.js']) cpSync(path, join(folder, path));
    write('node_modules/nx/dist/bin/nx.js', nx);
    write('package-lock.json', '{}');
    write('apps/one/src/main.ts', 'export const one = 1;');
    write('docs/page.md', 'A page.');
    for (const folder of ['libs', 'plugins']) write(`${folder}/one/index.php`, '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('runs once for the same sources, whatever happens to tests and packages', async () => {
    expect([await build(), calls()]).toEqual([0, ['all']]);
    write('apps/one/src/main.spec.ts', 'changed');
    write('node_modules/other/index.js', 'changed');
    write('dist/tools/dev/more.mjs', 'changed');
    expect([await build(), await build(['dev']), calls()]).toEqual([0, 0, []]);
  });

  it.each<[string, () => void]>([
    ['a source of the same length', () => write('apps/one/src/main.ts', 'export const one = 2;')],
    ['a new source', () => write('apps/one/src/two.ts', '')],
    ['a removed source', () => rmSync(join(folder, 'apps/one/src/main.ts'))],
    ['a page', () => write('docs/page.md', 'A pag3.')],
    ['a plugin', () => write('plugins/one/index.php', '<?php')],
    ['the lockfile', () => write('package-lock.json', '[]')],
    ['a removed output', () => rmSync(join(folder, 'dist/tools/dev'), { recursive: true })],
    ['an unreadable stamp', () => write('dist/.built.json', '{')],
  ])('runs again for %s', async (_, change) => {
    await build();
    change();
    expect([calls(), await build(), calls()]).toEqual([['all'], 0, ['all']]);
  });

  it('runs again for another version of Node, and after one that failed', async () => {
    await build();
    await build([], { flags: [otherNode] });
    expect(calls()).toEqual(['all', 'all']);
    expect([await build([], { env: { NX_FAILS: '1' } }), await build(), await build(), calls()]).toEqual([1, 0, 0, ['all', 'all']]);
  });

  it('of some projects is enough for these alone', async () => {
    await build(['dev', 'widgets']);
    expect([await build(['dev']), calls()]).toEqual([0, ['dev,widgets']]);
    expect([await build(), await build(['dev', 'widgets']), calls()]).toEqual([0, 0, ['all']]);
  });
});
