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
  listed: string;
}

/** Runs the gate's test step in a workspace of its own. `listed`: the suites that its list of flaky ones holds. */
function runTests(suites: Record<string, string>, more: { listed?: string; inTerminal?: boolean; minutes?: number } = {}): Outcome {
  const { listed = '', ...options } = more;
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const list = join(folder, '.ci/flaky-suites.txt');
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    for (const name of ['src', '.ci']) mkdirSync(join(folder, name));
    writeFileSync(list, listed);
    writeFileSync(
      join(folder, 'jest.config.js'),
      `module.exports = { projects: [{ displayName: 'unit', roots: ['<rootDir>/src'] }], maxWorkers: 1 };`,
    );
    for (const [name, content] of Object.entries(suites)) writeFileSync(join(folder, 'src', `${name}.test.js`), content);
    const program = `import { writeFileSync } from 'node:fs';
      import { runTests } from '${pathToFileURL(join(root, '.ci/tests.mjs')).href}';
      const command = [process.execPath, 'node_modules/jest/bin/jest.js'];
      writeFileSync('outcome.json', JSON.stringify(runTests({ command, ...${JSON.stringify(options)} })));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const outcome = JSON.parse(readFileSync(join(folder, 'outcome.json'), 'utf8')) as Outcome;
    return { ...outcome, output, listed: readFileSync(list, 'utf8') };
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

  it('is green the first time that a suite passes only on its rerun, and lists it', () => {
    const outcome = runTests({ one: passes, two: failsOnce }, { listed: 'src/other.test.js\n' });
    expect(outcome).toMatchObject({ isGreen: true, passed: 2, failed: 0, listed: 'src/other.test.js\nsrc/two.test.js\n' });
    expect(outcome.output).toContain('FLAKY: passed only on the rerun. Commit what is new in .ci/flaky-suites.txt: src/two.test.js');
  });

  it('is red when a listed suite fails again, and does not rerun it', () => {
    const outcome = runTests({ one: passes, two: failsOnce }, { listed: 'src/two.test.js\n' });
    expect(outcome).toMatchObject({ isGreen: false, passed: 1, failed: 1, listed: 'src/two.test.js\n' });
    expect(outcome.output).toContain('FLAKY FOR THE SECOND TIME: src/two.test.js');
    expect(outcome.output).not.toContain('Rerun');
  });

  it('is green when a listed suite passes', () => {
    expect(runTests({ one: passes }, { listed: 'src/one.test.js\n' })).toMatchObject({ isGreen: true, passed: 1, failed: 0 });
  });

  it('runs suites in a colour terminal if asked to, and still reports a failure', () => {
    const reads = `test('a', () => expect([process.stdout.isTTY, process.env.FORCE_COLOR]).toEqual([true, '1']));`;
    expect(runTests({ one: reads }, { inTerminal: true })).toMatchObject({ isGreen: true, passed: 1, failed: 0 });
    expect(runTests({ one: reads, two: fails }, { inTerminal: true })).toMatchObject({ isGreen: false, failed: 1 });
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
    const { isGreen, output } = runTests({ one: hangs }, { minutes: 0.25 });
    expect(isGreen).toBe(false);
    expect(output).toContain('did not end within 0.25 minutes');
    // Whatever the machine's first process is, it may not have collected an ended process yet: a Z.
    const { stdout: state } = spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(file, 'utf8')], { encoding: 'utf8' });
    expect(state).toMatch(/^(Z|$)/);
  });
});
