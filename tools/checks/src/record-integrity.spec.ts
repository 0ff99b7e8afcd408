import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const hashOf = (letter: string) => `sha384-${letter.repeat(64)}`;
const page = (...rows: string[]) => `# Page\n\n| Version | File | Integrity |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
const row = (version: string, file: string, letter: string) => `| ${version} | \`${file}\` | \`${hashOf(letter)}\` |`;

/** "While its row says `not released`, `node tools/build/record-integrity.mjs` renews it. Once released, it refuses" */
describe('recording the integrity of the built widgets', () => {
  let root: string;
  const docs = () => join(root, 'docs/embedding.md');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'record-integrity-'));
    for (const folder of ['tools/build', 'docs', 'dist/apps/widgets']) mkdirSync(join(root, folder), { recursive: true });
    copyFileSync('tools/build/record-integrity.mjs', join(root, 'tools/build/record-integrity.mjs'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Letters of the hashes of what is built. */
  const record = (before: string, [connector, config]: [string, string]) => {
    writeFileSync(docs(), before);
    const built = { 'connector-widget.js': hashOf(connector), 'widget.js': hashOf(config) };
    writeFileSync(join(root, 'dist/apps/widgets/integrity.json'), JSON.stringify(built));
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/build/record-integrity.mjs')], { encoding: 'utf8' });
    return { status, stderr, after: readFileSync(docs(), 'utf8') };
  };

  it('renews a version that is not released, wherever its hash stands in the page', () => {
    const rows = [row('v1, not released', 'connector-widget.js', 'a'), row('v1, not released', 'widget.js', 'b')];
    const example = `\n<script integrity="${hashOf('a')}"></script>\n`;
    const { status, after } = record(page(...rows) + example, ['c', 'b']);
    expect(status).toBe(0);
    expect(after).toBe((page(...rows) + example).replaceAll(hashOf('a'), hashOf('c')));
  });

  it.each([
    ['one file has changed', ['a', 'c']],
    ['both have', ['c', 'd']],
  ] as [string, [string, string]][])('refuses once the version is released: %s', (_, letters) => {
    const before = page(row('v1', 'connector-widget.js', 'a'), row('v1', 'widget.js', 'b'));
    const { status, stderr, after } = record(before, letters);
    expect([status, after]).toEqual([1, before]);
    expect(stderr).toContain('v1 is released, and the files of a released version never change.');
  });

  it('writes nothing at all when one of the two files may not change', () => {
    const before = page(row('v1, not released', 'connector-widget.js', 'a'), row('v1', 'widget.js', 'b'));
    const { status, after } = record(before, ['c', 'd']);
    expect([status, after]).toEqual([1, before]);
  });

  it('has nothing to say of a released version that is what is built', () => {
    const before = page(row('v1', 'connector-widget.js', 'a'), row('v1', 'widget.js', 'b'));
    expect(record(before, ['a', 'b'])).toEqual({ status: 0, stderr: '', after: before });
  });

  it('renews the next version and leaves the released one as it is, also where both have the same file', () => {
    const released = [row('v1', 'connector-widget.js', 'a'), row('v1', 'widget.js', 'b')];
    const next = (letter: string) => [row('v2, not released', 'connector-widget.js', letter), row('v2, not released', 'widget.js', 'b')];
    const { status, after } = record(page(...released, ...next('a')), ['c', 'b']);
    expect([status, after]).toEqual([0, page(...released, ...next('c'))]);
  });

  it('refuses a built file that the page does not list', () => {
    const before = page(row('v1, not released', 'widget.js', 'b'));
    const { status, stderr, after } = record(before, ['a', 'b']);
    expect([status, after]).toEqual([1, before]);
    expect(stderr).toContain('docs/embedding.md has no row for connector-widget.js');
  });
});
