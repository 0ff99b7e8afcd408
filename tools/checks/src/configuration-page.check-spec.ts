import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeVariables, type VariableDescription } from '@sync/service-runtime';

const root = join(__dirname, '../../..');
const page = join(root, 'docs/operations/configuration.md');
const command = 'WRITE_PAGE=1 npx jest --config tools/jest/checks.config.js configuration-page';

const introduction = `# Configuration

<!-- Generated from the configuration classes: ${command} -->

The settings of each app are environment variables, read once at its start. An empty variable counts as unset. A missing or malformed one stops the app with one line that names it and never shows its value. Give all apps that read a variable the same value, except for \`HOST\`, ports, logins, logs and metrics.

\`npm start\` has [a few more](README.md#npm-start), and so has [the gateway](gateway.md).`;

/** Those that an app reads as well are explained there. */
function ofOperations(variables: readonly VariableDescription[], ofApps: readonly VariableDescription[]): string {
  const isExplained = ({ name, meaning }: VariableDescription) => ofApps.some((other) => other.name === name && other.meaning === meaning);
  const names = variables.filter(isExplained).map(({ name }) => `\`${name}\``);
  const own = variables.filter((variable) => !isExplained(variable));
  return `## operations

Its commands read ${names.join(', ')}, as above, and these. Each needs a part of them, and says so when one is missing. \`NO_COLOR\`, set to anything, turns off colours.

${table(own)}`;
}

const apps = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src/configuration.ts')));

async function variablesOf(project: string): Promise<VariableDescription[]> {
  const classes = (await import(join(root, project, 'src/configuration'))) as Record<string, new () => object>;
  return Object.values(classes).flatMap(describeVariables);
}

/** Ranges without the unit, which the name has. A default of another kind shows by itself what is allowed. */
function shownValues({ allowed, default: value, isRequired }: VariableDescription): string {
  const range = allowed.replace(/^(?:a number of \w+|a percentage|a port number), /, '').replace(/, or unset$/, '');
  if (isRequired) return `required: ${range}`;
  if (value === undefined || String(value) === '') return `none; ${range}`;
  return /^\d|^one of|^on or/.test(range) ? `\`${String(value)}\`; ${range}` : `\`${String(value)}\``;
}

function table(variables: readonly VariableDescription[]): string {
  const rows = variables.map((variable) => [`\`${variable.name}\``, variable.meaning, shownValues(variable)]);
  return [['Variable', 'Meaning', 'Default; allowed'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** A section for each set of apps that share variables, the largest set first. */
function sections(byApp: ReadonlyMap<string, readonly VariableDescription[]>): string[] {
  const described = new Map([...byApp.values()].flat().map((variable) => [variable.name, variable]));
  const groups = new Map<string, VariableDescription[]>();
  for (const variable of described.values()) {
    const readers = apps.filter((app) => byApp.get(app)?.some(({ name }) => name === variable.name)).join(', ');
    groups.set(readers, [...(groups.get(readers) ?? []), variable]);
  }
  return [...groups]
    .sort(([a], [b]) => b.split(', ').length - a.split(', ').length)
    .map(([readers, variables]) => `## ${readers === apps.join(', ') ? 'Every app' : readers}\n\n${table(variables)}`);
}

const formatted = (text: string) =>
  execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--stdin-filepath', page], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });

/** What is deployed, by path. These libraries serve the tests and `npm start`. */
function productSources(): Map<string, string> {
  const isProduct = (path: string) => /\/src\/.*\.tsx?$/.test(path) && !/spec\.tsx?$|\/testing\//.test(path);
  const others = /^libs\/(test-harness|demo-shops|embedded-services)\//;
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = files.split('\n').filter((path) => isProduct(path) && !others.test(path) && existsSync(join(root, path)));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe('docs/operations/configuration.md', () => {
  const byApp = new Map<string, VariableDescription[]>();
  let ofCommands: VariableDescription[];
  beforeAll(async () => {
    for (const app of apps) byApp.set(app, await variablesOf(join('apps', app)));
    ofCommands = await variablesOf('libs/operator-commands');
  });

  it('explains every variable, alike for each app that reads it', () => {
    const variables = [...byApp.values()].flat();
    expect(apps).toContain('export-worker');
    expect([...variables, ...ofCommands].filter(({ meaning }) => meaning === '')).toEqual([]);
    expect(new Set(variables.map((variable) => JSON.stringify(variable))).size).toBe(new Set(variables.map(({ name }) => name)).size);
  });

  it(`lists the variables of all apps and commands as their classes do (otherwise: ${command})`, () => {
    const generated = formatted(
      `${[introduction, ...sections(byApp), ofOperations(ofCommands, [...byApp.values()].flat())].join('\n\n')}\n`,
    );
    if (process.env.WRITE_PAGE === '1') writeFileSync(page, generated);
    expect(readFileSync(page, 'utf8')).toBe(generated);
  });

  it('has every variable that product code reads', () => {
    const sources = productSources();
    const read = [...sources.values()].flatMap((source) =>
      [...source.matchAll(/process\.env\.(\w+)|(?:Variable|Port)\('(\w+)'|variable: '(\w+)'/g)].map((found) => found.slice(1).join('')),
    );
    const text = readFileSync(page, 'utf8');
    expect(read).toEqual(expect.arrayContaining(['DATABASE_URL', 'SHOP_CREDENTIALS', 'COMMERCE_A_REST_PATH', 'NO_COLOR']));
    expect(read.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    // Only configuration classes read what has no name there.
    const readers = [...sources].filter(([, source]) => /process\.env(?!\.\w)/.test(source)).map(([path]) => path);
    expect(readers).toEqual(['libs/service-runtime/src/configuration/load-configuration.ts']);
  });
});
