import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = 'apps/widgets/src';
const read = (path: string) => readFileSync(path, 'utf8');
const sources = (folder = source) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|css)$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => read(join(folder, name)))
    .join('\n');
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))].sort();

const docs = read('docs/embedding.md');
const types = read('apps/widgets/widgets.d.ts');
/** Table rows between this heading and the next one of its level, as cells without backticks. */
const rowsOf = (heading: string) => {
  const level = heading.split(' ')[0] ?? '';
  const [, rest = ''] = docs.split(`\n${heading}\n`);
  const [section = ''] = rest.split(new RegExp(`\n${level} `));
  return [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replaceAll('`', '')));
};
type Texts = Record<'shared' | 'connector' | 'config' | 'webhooks' | 'labels', Record<string, string>>;
const english = JSON.parse(read(`${source}/language/en.json`)) as Texts;

/** Keeps the lists of the page in step with the code. */
describe('docs/embedding.md', () => {
  it.each([
    ['## `<service-connector>`', 'service-connector'],
    ['## `<service-config>`', 'service-config'],
    ['## `<service-webhooks>`', 'service-webhooks'],
  ])('%s lists every property of the element with its attribute, as the types do', (heading, element) => {
    const properties = all(read(`${source}/${element}/${element}.tsx`), /@Prop\([^)]*\)\s+(\w+)/g);
    const listed = rowsOf(heading).filter((cells) => cells.length === 3 && /^[a-z]+[A-Za-z]*$/.test(cells[1] ?? ''));
    expect(listed.map(([, property]) => property).sort()).toEqual(properties);
    const name = element.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
    expect(all(new RegExp(`interface ${name}Element [^{]*\\{([\\s\\S]*?)\\n\\}`).exec(types)?.[1] ?? '', /^ {2}(\w+)\?:/gm)).toEqual(
      properties,
    );
    for (const [attribute, property = ''] of listed) {
      const dashed = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect([property, attribute]).toEqual([property, property === 'texts' ? '' : dashed]);
    }
  });

  it('lists every event with the members of its detail, as the types do', () => {
    const events = all(
      sources(),
      /'(service-(?:initialized|registered|settings|token-refused|disconnected|reconnected|removed|configuration-\w+|endpoint-\w+))'/g,
    );
    const listed = rowsOf('## Events').filter(([name = '']) => name.startsWith('service-'));
    expect(listed.map(([name]) => name).sort()).toEqual(events);
    expect(all(types, /'(service-[a-z-]+)': CustomEvent/g)).toEqual(events);
    expect(Object.fromEntries(listed.map(([name, , , detail]) => [name, /^\{[\w, ]*\}/.exec(detail ?? '')?.[0]]))).toEqual({
      'service-initialized': '{tenant_id, token}',
      'service-registered': '{connection_id}',
      'service-settings': '{connection_id, widget_token}',
      'service-token-refused': '{}',
      'service-disconnected': '{connection_id}',
      'service-reconnected': '{connection_id}',
      'service-removed': '{connection_id}',
      'service-configuration-saved': '{configuration}',
      'service-endpoint-created': '{endpoint_id}',
      'service-endpoint-changed': '{endpoint_id}',
      'service-endpoint-deleted': '{endpoint_id}',
    });
  });

  it('lists every custom property', () => {
    const listed = rowsOf('## Style')
      .map(([name = '']) => name)
      .filter((name) => name.startsWith('--service'));
    expect(listed.sort()).toEqual(all(sources(), /var\((--service-[a-z-]+)/g));
  });

  it('leaves the text keys to the types, which list every one', () => {
    expect(docs).toContain('`widgets.d.ts` list the keys of each element');
    const typed = (name: string) => {
      const [, list = ''] = new RegExp(`type ${name}TextKey =([^;]*);`).exec(types) ?? [];
      return [...list.matchAll(/'(\w+)'/g)].map(([, key]) => key).sort();
    };
    const shared = Object.keys(english.shared);
    // A few of the other elements' texts.
    const ofWebhooks = [
      ...'loading retry unreachable failed busy refused copy copied save saved cancel'.split(' '),
      ...Object.keys(english.webhooks),
    ];
    for (const [name, keys] of [
      ['ServiceConnector', [...shared, ...Object.keys(english.connector), 'pluginName']],
      ['ServiceConfig', [...shared, ...Object.keys({ ...english.config, ...english.labels })]],
      ['ServiceWebhooks', ofWebhooks],
    ] as const) {
      const element = `<${name.replace(/(?!^)[A-Z]/, (letter) => `-${letter}`).toLowerCase()}>`;
      expect([element, typed(name)]).toEqual([element, [...keys].sort()]);
    }
  });

  it('explains every message about a failure under "When something is wrong", in the widgets\' own words', () => {
    const texts: Record<string, string> = { ...english.shared, ...english.config, ...english.connector };
    const listed = rowsOf('## When something is wrong').flatMap(([seen = '']) => /^“(.*)”(?:,|$)/.exec(seen)?.[1] ?? []);
    const failures = [
      'refused',
      'unreachable',
      'failed',
      'busy',
      'credentials_refused',
      'blocked',
      'reachable_again',
      'shop_unreachable',
      'waiting_for_shop',
      'other_platform',
      'expired',
      'waiting',
      'ended',
      'unsaveable',
      'changed',
      'nothing',
      'unknown',
    ];
    expect(listed.sort()).toEqual(failures.map((key) => texts[key]).sort());
  });

  it('names every language', () => {
    const codes = all(readdirSync(`${source}/language`).join('\n'), /^(\w+)\.json$/gm);
    expect(all(read(`${source}/language/languages.ts`), /as (\w+) \} from/g)).toEqual(codes);
    const names = codes.map((code) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code);
    const [, section = ''] = docs.split('\n## Languages\n');
    for (const name of names) expect(section.split('\n### ')[0]).toContain(name);
    expect(names).toContain('English');
  });

  it('names the browsers that the scripts are built for', () => {
    const [, list = ''] = /browsers = \[([^\]]*)\]/.exec(read('tools/build/widgets.mjs')) ?? [];
    const [, section = ''] = docs.split('\n## Browsers\n');
    const versions = all(list, /'[a-z]+([\d.]+)'/g);
    expect(versions.length).toBe(3);
    for (const version of versions) expect(section.split('\n## ')[0]).toContain(` ${version}`);
  });

  it('names the policy that the strict test page uses', () => {
    expect(docs).toContain("default-src 'none'; script-src https://service.example; connect-src https://service.example; style-src 'self'");
  });
});
