import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(__dirname, '../../..');
const passes = `test('a', () => {});`;
const fails = `test('a', () => { throw new Error('no'); });`;
/** Its second run finds the trace of the first. */
const failsOnce = `const { existsSync, writeFileSync } = require('node:fs');
test('a', () => {
  if (existsSync('trace')) return;
  writeFileSync('trace', '');
  throw new Error('no');
});`;

interface Outcome {
  isGreen: boolean;
  passed: number;
  failed: number;
  output: string;
}

/** Runs the gate's test step in a workspace of its own. */
function runTests(suites: Record<string, string>, ledger: object[] = [], more: { inTerminal?: boolean; minutes?: number } = {}): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'jest.config.js'),
      `module.exports = { projects: [{ displayName: 'unit', roots: ['<rootDir>/src'] }], maxWorkers: 1 };`,
    );
    for (const [name, content] of Object.entries(suites)) writeFileSync(join(folder, 'src', `${name}.test.js`), content);
    const program = `import { writeFileSync } from 'node:fs';
      import { runTests } from '${pathToFileURL(join(root, '.ci/tests.mjs')).href}';
      const { isGreen, passed, failed } = runTests({ command: [process.execPath, 'node_modules/jest/bin/jest.js'], ...${JSON.stringify(more)} }, ${JSON.stringify(ledger)}, '2026-11-22');
      writeFileSync('outcome.json', JSON.stringify({ isGreen, passed, failed }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return { ...(JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8')) as Outcome), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the test step of the gate', () => {
  it('is red when suites fail on their rerun, too, and counts a suite that cannot load as one test', () => {
    const outcome = runTests({ one: passes, two: fails, three: `require('./missing');` });
    expect(outcome).toMatchObject({ isGreen: false, passed: 1, failed: 2 });
    expect(outcome.output).toContain('Rerun, one after another: ');
  });

  it('is red without suites', () => {
    expect(runTests({})).toMatchObject({ isGreen: false, passed: 0, failed: 1 });
  });

  it('is green the first time that a suite passes only on its rerun, and prints the ledger entry', () => {
    const outcome = runTests({ one: passes, two: failsOnce });
    expect(outcome).toMatchObject({ isGreen: true, passed: 2, failed: 0 });
    expect(outcome.output).toContain('{"suite":"src/two.test.js","firstSeen":"2026-11-22"');
  });

  it('is red when the ledger lists that suite', () => {
    const outcome = runTests({ one: passes, two: failsOnce }, [{ suite: 'src/two.test.js' }]);
    expect(outcome).toMatchObject({ isGreen: false, failed: 1 });
    expect(outcome.output).toContain('FLAKY FOR THE SECOND TIME, which fails the gate: src/two.test.js');
  });

  it('runs suites in a colour terminal if asked to, and still reports a failure', () => {
    const reads = `test('a', () => expect([process.stdout.isTTY, process.env.FORCE_COLOR]).toEqual([true, '1']));`;
    expect(runTests({ one: reads }, [], { inTerminal: true })).toMatchObject({ isGreen: true, passed: 1, failed: 0 });
    expect(runTests({ one: reads, two: fails }, [], { inTerminal: true })).toMatchObject({ isGreen: false, failed: 1 });
  });

  it('reruns nothing when more than five suites fail', () => {
    const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, fails]));
    const outcome = runTests(six);
    expect(outcome).toMatchObject({ isGreen: false, passed: 0, failed: 6 });
    expect(outcome.output).not.toContain('Rerun');
  });

  it('is red when the tests do not end in time, and leaves nothing running that they started', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 'pid');
    const hangs = `test('a', async () => {
      const { pid } = require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'inherit' });
      require('node:fs').writeFileSync('${file}', String(pid));
      await new Promise(() => undefined);
    }, 600_000);`;
    const { isGreen, output } = runTests({ one: hangs }, [], { minutes: 0.25 });
    expect(isGreen).toBe(false);
    expect(output).toContain('did not end within 0.25 minutes');
    // Whatever the machine's first process is, it may not have collected an ended process yet: a Z.
    const { stdout: state } = spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(file, 'utf8')], { encoding: 'utf8' });
    expect(state).toMatch(/^(Z|$)/);
  });
});
