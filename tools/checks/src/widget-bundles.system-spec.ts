import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = 'dist/apps/widgets';
const single = ['connector-widget.js', 'widget.js', 'webhooks-widget.js'];
const scripts = [...single, 'widgets.js'];
const maxBytes = 18_000;

/** Of all files and folders inside. */
const namesAndTimes = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => [name, statSync(join(folder, name)).mtimeMs]);

const brotliBytes = (file: string) => brotliCompressSync(readFileSync(join(folder, file))).length;
const integrityOf = (path: string) => `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;

describe('the widget bundles', () => {
  it.each(single)('%s with all languages takes at most 18,000 bytes of brotli', (file) => {
    expect(brotliBytes(file)).toBeLessThanOrEqual(maxBytes);
  });

  it('widgets.js, with the two elements for shops, takes at most four fifths of the two other scripts together', () => {
    const [connector = 0, config = 0] = single.map(brotliBytes);
    expect(brotliBytes('widgets.js')).toBeLessThanOrEqual(0.8 * (connector + config));
  });

  it.each(scripts)('%s starts with a byte order mark, so browsers read it as UTF-8', (file) => {
    expect([...readFileSync(join(folder, file)).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it.each(scripts)('%s is complete: it loads no code and no style, and evaluates no text', (file) => {
    const script = readFileSync(join(folder, file), 'utf8');
    expect(script).not.toMatch(/\bimport\s*\(|\bimport\s*[{*"']|\bimportScripts\b|\bsourceMappingURL\b|@import|url\(/);
    expect(script).not.toMatch(/\beval\s*\(|new Function\b|insertAdjacentHTML|document\.write|localStorage/);
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
      const built = [
        'connector-widget.js',
        'integrity.json',
        'package',
        'plugins',
        'webhooks-widget.js',
        'widget.js',
        'widgets.d.ts',
        'widgets.js',
      ];
      expect(readdirSync(elsewhere).sort()).toEqual(built);
      const folders = ['package', 'plugins'];
      const packed = folders.flatMap((name) => readdirSync(join(elsewhere, name)).map((file) => join(name, file)));
      for (const file of [...built.filter((name) => !folders.includes(name)), ...packed])
        expect(readFileSync(join(elsewhere, file)).equals(readFileSync(join(folder, file)))).toBe(true);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});
