import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = 'dist/apps/widgets';
const scripts = ['connector-widget.js', 'widget.js'];
const maxBytes = 18_000;

/** Of all files and folders inside. */
const namesAndTimes = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => [name, statSync(join(folder, name)).mtimeMs]);

const integrityOf = (path: string) => `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;

describe('the widget bundles', () => {
  it.each(scripts)('%s with all languages takes at most 18,000 bytes of brotli', (file) => {
    expect(brotliCompressSync(readFileSync(join(folder, file))).length).toBeLessThanOrEqual(maxBytes);
  });

  it.each(scripts)('%s is complete: it loads no code and no style, and evaluates no text', (file) => {
    const script = readFileSync(join(folder, file), 'utf8');
    expect(script).not.toMatch(/\bimport\s*\(|\bimport\s*[{*"']|\bimportScripts\b|\bsourceMappingURL\b|@import|url\(/);
    expect(script).not.toMatch(/\beval\s*\(|new Function\b|insertAdjacentHTML|document\.write|localStorage|sessionStorage/);
  });

  it('integrity.json lists the hash of each script', () => {
    const listed = JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8')) as Record<string, string>;
    expect(listed).toEqual(Object.fromEntries(scripts.map((file) => [file, integrityOf(join(folder, file))])));
  });

  it('a build is reproducible in another folder and changes no source', () => {
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
