import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredTests, testsNotRun } from './declared-tests';

interface Tier {
  projects: { displayName: string; roots: string[]; testRegex: string }[];
}
interface NamedTest {
  /** Its beginning, if it ends in `…`. */
  title: string;
  path: string;
}

const root = join(__dirname, '../../..');
const { firstTier, everyTier } = jest.requireActual<{ firstTier: Tier; everyTier: Tier }>(join(root, 'tools/jest/tiers.js'));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/reliability.md');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*spec.ts'], { cwd: root, encoding: 'utf8' });
const suites = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));

/** The tests named in the last cell of each row. */
function namedTests(text: string): NamedTest[] {
  const links = [...text.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.(?:[a-z]+-)?spec\.ts)\)/g)];
  return links.map(([, title = '', path = '']) => ({ title, path }));
}

/** Rows of the tables of promises. */
function promises(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter(([first = '', ...others]) => others.length === 2 && first !== 'Promise' && !/^-+$/.test(first));
}

const rowsWithoutTest = (text: string) => promises(text).filter(([, , shownBy = '']) => namedTests(shownBy).length === 0);

function isTitled(title: string, named: string): boolean {
  return named.endsWith('…') ? title.startsWith(named.slice(0, -1)) : title === named;
}

/** Tests of the file with this title. */
function declarations({ title, path }: NamedTest): number {
  return existsSync(join(root, path)) ? declaredTests(read(path)).filter((test) => isTitled(test.title, title)).length : 0;
}

/** Projects that run the suite. `redis` runs suites of queues a second time, on the other backend. */
function projectsOf(path: string): string[] {
  const runs = everyTier.projects.filter(({ roots, testRegex }) => {
    const isBelow = roots.some((folder) => path.startsWith(`${folder.replace('<rootDir>/', '')}/`));
    return isBelow && new RegExp(testRegex).test(path);
  });
  return runs.map(({ displayName }) => displayName).filter((name) => name !== 'redis');
}

/** Projects whose suites the gate runs whole, by the steps of its source. */
function gateProjects(gate: string): string[] {
  const first = /tests\(\{ command: firstTier \}\)/.test(gate) ? firstTier.projects.map(({ displayName }) => displayName) : [];
  const [, selected = ''] = /tests\(\{ command: everyTier, args: \['--selectProjects', ([^\]]*)\] \}\)/.exec(gate) ?? [];
  return [...first, ...(selected.match(/\w+/g) ?? [])];
}

/** A system test with one of these words in its name, or in those of its groups, is about a fault. */
const fault = /\b(kill(s|ed)?|SIGKILL|SIGTERM|away|hang(s|ing)?|silent|half-open|restart(s|ed)?|dies|crash(es|ed)?|failover|flushed)\b/i;
/** What the service consists of. `embedded-services` is part of a checkout only. */
const ofTheService = /^(?:apps|libs(?!\/embedded-services)|tools\/e2e)\/.*\.system-spec\.ts$/;

/** Tests about faults that no row names. */
function unnamedFaults(text: string, path: string, source: string): NamedTest[] {
  const named = namedTests(text);
  const tests = ofTheService.test(path) ? declaredTests(source).filter(({ fullName }) => fault.test(fullName)) : [];
  return tests
    .filter(({ title }) => !named.some((test) => isTitled(title, test.title) && test.path === path))
    .map(({ title }) => ({ title, path }));
}

describe('docs/reliability.md', () => {
  it('shows each promise by a test, not by a soak alone', () => {
    expect(promises(page).length).toBeGreaterThan(30);
    expect(rowsWithoutTest(page)).toEqual([]);
  });

  it('names only tests that exist, each exactly once in its file', () => {
    expect(namedTests(page).length).toBeGreaterThan(50);
    expect(namedTests(page).filter((test) => declarations(test) !== 1)).toEqual([]);
  });

  it('names only suites that exactly one project runs, and the gate runs every project', () => {
    expect(namedTests(page).filter(({ path }) => projectsOf(path).length !== 1)).toEqual([]);
    expect(gateProjects(read('.ci/gate.mjs')).sort()).toEqual(everyTier.projects.map(({ displayName }) => displayName).sort());
  });

  it('names every system test of the service about a killed, hanging, absent or restarted process', () => {
    expect(suites.filter((path) => ofTheService.test(path)).length).toBeGreaterThan(50);
    expect(suites.flatMap((path) => unnamedFaults(page, path, read(path)))).toEqual([]);
  });
});

it('no suite leaves a test out, and none expects a failure', () => {
  const found = suites.map((path) => [path, testsNotRun(read(path))] as const).filter(([, calls]) => calls.length > 0);
  expect(suites.length).toBeGreaterThan(300);
  expect(Object.fromEntries(found)).toEqual({});
});

describe('these checks refuse', () => {
  it.each<[string, NamedTest, number]>([
    ['file', { path: 'tools/checks/src/no-such-page.check-spec.ts', title: 'names only tests that exist' }, 0],
    ['title', { path: 'tools/checks/src/advisories.spec.ts', title: '%s: the gate passes or fails' }, 0],
    ['title that is in the text of another', { path: 'tools/checks/src/advisories.spec.ts', title: 'fails accordingly' }, 0],
    ['beginning', { path: 'tools/checks/src/advisories.spec.ts', title: 'fails…' }, 0],
  ])('a missing %s', (_, test, count) => {
    expect(declarations(test)).toBe(count);
  });

  it('a beginning that several tests share', () => {
    const path = 'tools/checks/src/reliability-page.check-spec.ts';
    expect(['names only tests…', 'names only…'].map((title) => declarations({ path, title }))).toEqual([1, 2]);
  });

  it.each([
    ["it('a', () => 1);\n// it('b', () => 1);", ['a']],
    ["describe('x', () => { it.each([1])('a', () => 1); it('a', () => 1); });", ['a', 'a']],
    ["it.each<[string]>([['y']])('%s', () => 1); test(`a ${b}`, () => 1);", ['%s', 'a ${b}']],
    ["const text = \"it('a', () => 1)\"; each('a', () => 1); it('a');", []],
  ])('a test that is not declared, or twice: %s', (source, titles) => {
    expect(declaredTests(source).map(({ title }) => title)).toEqual(titles);
  });

  it.each(['docs/a.spec.ts', 'apps/a.check-spec.ts', 'apps/a.test.ts', 'apps/a-spec.ts'])('a suite that no project runs: %s', (path) => {
    expect(projectsOf(path)).toEqual([]);
  });

  it('a project that the gate leaves out or runs in part', () => {
    const part = `  b: tests({ command: firstTier, args: outputReaders }),`;
    const whole = `  a: tests({ command: everyTier, args: ['--selectProjects', 'system'] }),`;
    expect([gateProjects(part), gateProjects(whole)]).toEqual([[], ['system']]);
  });

  it('a row that only names a soak', () => {
    expect(rowsWithoutTest('| Promise | Faults | Shown by |\n| --- | --- | --- |\n| a | b | `npm run soak` |')).toHaveLength(1);
  });

  it.each([
    ['apps/a/src/a.system-spec.ts', "it('kill -9: nothing is lost', () => 1)", 1],
    ['apps/a/src/a.system-spec.ts', "describe('without Redis, which hangs', () => it('goes on', () => 1))", 1],
    ['apps/a/src/a.system-spec.ts', "it('named while Redis is away', () => 1)", 0],
    ['apps/b/src/a.system-spec.ts', "it('named while Redis is away', () => 1)", 1],
    ['apps/a/src/a.system-spec.ts', "it('exports what changes', () => 1)", 0],
    ['tools/dev/src/a.system-spec.ts', "it('kill -9: nothing is lost', () => 1)", 0],
  ])('a fault that no row names: %s %s', (path, source, count) => {
    expect(unnamedFaults('[named while Redis is away](../apps/a/src/a.system-spec.ts)', path, source)).toHaveLength(count);
  });

  // Written apart, so that this suite is not found.
  it.each([
    ...[
      ['it', '.skip'],
      ['describe', '.skip'],
      ['test', '.only'],
      ['it', '.concurrent.only.each'],
      ['it', '.todo'],
      ['it', '.failing'],
    ],
    ...[
      ['x', 'it('],
      ['f', 'describe('],
      ['x', 'test('],
      ['x', 'it.each'],
    ],
  ])('%s%s', (...parts) => {
    expect(testsNotRun(`  ${parts.join('')}('a', () => 1)`)).toHaveLength(1);
    expect(testsNotRun("it('says that the keys do not fit.', () => fits(skip.only));")).toEqual([]);
  });
});
