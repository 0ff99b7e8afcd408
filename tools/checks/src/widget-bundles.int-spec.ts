import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = 'dist/apps/widgets';
const scripts = ['connector-widget.js', 'widget.js'];
const mostBytes = 15_000;

/** Of all files and folders within. */
const namesAndTimes = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => [name, statSync(join(folder, name)).mtimeMs]);

const integrityOf = (path: string) => `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;

describe('the bundles of the widgets', () => {
  it.each(scripts)('%s has at most 15,000 bytes gzip -9, with all languages', (file) => {
    expect(gzipSync(readFileSync(join(folder, file)), { level: 9 }).length).toBeLessThanOrEqual(mostBytes);
  });

  it('each is one complete script: it loads no code and no style', () => {
    for (const file of scripts) {
      const script = readFileSync(join(folder, file), 'utf8');
      expect(script).not.toMatch(/\bimport\s*\(|\bimport\s*[{*"']|\bimportScripts\b|\bsourceMappingURL\b|@import|url\(/);
      expect(script).not.toMatch(/\beval\s*\(|new Function\b|innerHTML|insertAdjacentHTML|document\.write|localStorage|sessionStorage/);
    }
  });

  it('integrity.json has the hash of each', () => {
    const told = JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8')) as Record<string, string>;
    expect(told).toEqual(Object.fromEntries(scripts.map((file) => [file, integrityOf(join(folder, file))])));
  });

  it('docs/embedding.md lists the hash of each: a released version never changes', () => {
    const rows = [
      ...readFileSync('docs/embedding.md', 'utf8').matchAll(/^\| (v\d+)(?:, not released)? +\| `([^`]+)` +\| `(sha384-[^`]+)` +\|$/gm),
    ];
    const newest = rows.at(-1)?.[1];
    const listed = Object.fromEntries(rows.filter(([, version]) => version === newest).map(([, , file, hash]) => [file, hash]));
    const renewed = 'renewed by `node tools/build/record-integrity.mjs` while the version is not released';
    expect({ renewed, ...listed }).toEqual({
      renewed,
      ...Object.fromEntries(scripts.map((file) => [file, integrityOf(join(folder, file))])),
    });
  });

  it('the same sources give the same bytes, whatever the folder; and a build changes no source, or the next command would build again', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'widgets-again-'));
    const before = namesAndTimes('apps/widgets');
    try {
      const program = `import { bundleWidgets } from './tools/build/widgets.mjs'; await bundleWidgets(process.cwd(), 'apps/widgets', ${JSON.stringify(elsewhere)});`;
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      expect(namesAndTimes('apps/widgets')).toEqual(before);
      const built = ['connector-widget.js', 'integrity.json', 'widget.js', 'widgets.d.ts'];
      expect(readdirSync(elsewhere).sort()).toEqual(built);
      for (const file of built) expect(readFileSync(join(elsewhere, file)).equals(readFileSync(join(folder, file)))).toBe(true);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});
