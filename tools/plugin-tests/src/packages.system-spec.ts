import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pluginArchive, shops } from '@sync/platforms';
import { unzipSync } from 'fflate';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Bytes by name of the archive. */
function pack(environment: Record<string, string> = {}): Record<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
  folders.push(folder);
  execFileSync(process.execPath, ['tools/build/plugins.mjs', folder], { env: { ...process.env, ...environment } });
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

describe('the archives of the plugins', () => {
  const archives = pack({ SERVICE_ADDRESS: 'https://sync.example/', TZ: 'Pacific/Auckland' });
  const names = Object.keys(archives);

  it('are named by platform and version, and have the same bytes wherever they are built', () => {
    expect(names).toEqual(shops.map(({ driver }) => basename(pluginArchive(driver, version))));
    const again = pack({ SERVICE_ADDRESS: 'https://sync.example', TZ: 'America/New_York' });
    expect(names.filter((name) => !archives[name]!.equals(again[name]!))).toEqual([]);
  });

  it.each(names)('%s holds one folder with the plugin, its licence, and nothing of the repository', (name) => {
    const files = Object.keys(unzipSync(archives[name]!));
    expect(files).toEqual([...files].sort());
    expect(new Set(files.map((file) => file.split('/')[0])).size).toBe(1);
    expect(files.filter((file) => /\/(\.|tests?\/|node_modules\/)|\.test\.php$/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('/LICENSE'))).toHaveLength(1);
  });

  it.each(names)('%s knows the service that it was built for, and no other', (name) => {
    const addressIn = (archive: Buffer) => {
      const [, bytes] = Object.entries(unzipSync(archive)).find(([file]) => file.endsWith('/service-address.php'))!;
      return /^return '(.*)';$/m.exec(text(bytes))?.[1];
    };
    expect([addressIn(archives[name]!), addressIn(pack({ SERVICE_ADDRESS: '' })[name]!)]).toEqual(['https://sync.example', '']);
  });

  it('are not built for what is no address', () => {
    for (const SERVICE_ADDRESS of ['sync.example', 'ftp://sync.example', 'https://sync.example/?a=1']) {
      const { status } = spawnSync(process.execPath, ['tools/build/plugins.mjs', tmpdir()], { env: { ...process.env, SERVICE_ADDRESS } });
      expect([SERVICE_ADDRESS, status]).toEqual([SERVICE_ADDRESS, 1]);
    }
  });
});

describe('the WordPress plugin', () => {
  const files = unzipSync(pack()[`service-connector-commerce-a-${version}.zip`]!);
  const sources = Object.entries(files).filter(([name]) => name.endsWith('.php'));
  const code = sources.map(([, bytes]) => text(bytes)).join('\n');

  it('says every text in German, and none that is not used any more', () => {
    const calls = /\b(?:esc_html_|esc_attr_|_)_\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\s*'service-connector'\s*\)/g;
    const used = [...code.matchAll(calls)].map(([, literal]) => literal!.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'));
    expect(used.length).toBeGreaterThan(50);
    const catalogue = text(files['service-connector/languages/service-connector-de_DE.po']);
    const unescaped = (escaped: string) => escaped.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
    const entries = [...catalogue.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map((found) => found.slice(1).map(unescaped));
    const german = Object.fromEntries(entries) as Record<string, string>;
    const compiled = Buffer.from(files['service-connector/languages/service-connector-de_DE.mo']!);
    expect(compiled.readUInt32LE(0)).toBe(0x950412de);
    expect(entries.filter(([, translation]) => !compiled.includes(`${translation}\0`))).toEqual([]);
    const placeholders = (said = '') => (said.match(/%(?:\d\$)?s/g) ?? []).sort();
    expect(used.filter((each) => !german[each] || `${placeholders(each)}` !== `${placeholders(german[each])}`)).toEqual([]);
    expect(Object.keys(german).filter((key) => !used.includes(key))).toEqual([]);
  });
});
