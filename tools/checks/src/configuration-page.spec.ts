import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeVariables, type VariableDescription } from '@sync/service-runtime';

const root = join(__dirname, '../../..');
const page = join(root, 'docs/operations/configuration.md');
const command = 'WRITE_PAGE=1 npx jest tools/checks/src/configuration-page --selectProjects unit';

const introduction = `# Configuration

<!-- Generated from the configuration classes of the apps: ${command} -->

The settings of each app are environment variables, read once at its start. An empty variable counts as unset. A missing or malformed one stops the app with one line that names it and never shows its value.

\`npm start\` and the commands have [a few more](../operators.md#settings).`;

const apps = readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'src/configuration.ts')));

async function variablesOf(app: string): Promise<VariableDescription[]> {
  const classes = (await import(join(root, 'apps', app, 'src/configuration'))) as Record<string, new () => object>;
  return Object.values(classes).flatMap(describeVariables);
}

function shownDefault({ default: value, isRequired }: VariableDescription): string {
  if (isRequired) return 'required';
  return value === undefined || String(value) === '' ? 'none' : `\`${String(value)}\``;
}

function table(variables: readonly VariableDescription[]): string {
  const rows = variables.map((variable) => [`\`${variable.name}\``, variable.meaning, shownDefault(variable), variable.allowed]);
  return [['Variable', 'Meaning', 'Default', 'Allowed'], ['---', '---', '---', '---'], ...rows]
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

describe('docs/operations/configuration.md', () => {
  const byApp = new Map<string, VariableDescription[]>();
  beforeAll(async () => {
    for (const app of apps) byApp.set(app, await variablesOf(app));
  });

  it('explains every variable, alike for each app that reads it', () => {
    const variables = [...byApp.values()].flat();
    expect(apps).toContain('export-worker');
    expect(variables.filter(({ meaning }) => meaning === '')).toEqual([]);
    expect(new Set(variables.map((variable) => JSON.stringify(variable))).size).toBe(new Set(variables.map(({ name }) => name)).size);
  });

  it(`lists the variables of all apps as their classes do (otherwise: ${command})`, () => {
    const generated = formatted(`${[introduction, ...sections(byApp)].join('\n\n')}\n`);
    if (process.env.WRITE_PAGE === '1') writeFileSync(page, generated);
    expect(readFileSync(page, 'utf8')).toBe(generated);
  });
});
