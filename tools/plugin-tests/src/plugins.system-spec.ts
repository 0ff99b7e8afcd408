import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Outcome {
  version: string;
  faults: string[];
  tests: Record<string, { cases: string[]; exitCode: number; errors: string }>;
}
interface PluginFiles {
  phpVersions: string[];
  testFiles: string[];
}

const { phpVersions, testFiles } = jest.requireActual<PluginFiles>(join(__dirname, 'plugin-files.mjs'));
const run = promisify(execFile);

/** A process of its own for each version: its memory is gone with it. */
async function outcomeIn(version: string, environment = {}): Promise<Outcome> {
  const { stdout } = await run(process.execPath, [join(__dirname, 'run-php.mjs'), version], {
    env: { ...process.env, ...environment },
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as Outcome;
}

it('finds syntax that is too new, deprecations, failed tests and warnings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
  const files = {
    'new.php': '<?php namespace A; final class Enumerated { public readonly int $a; }',
    'old.php': '<?php namespace A; function f(int $a = null) {}',
    'failed.test.php': '<?php echo "FAILED a case\\n"; exit(1);',
    'warns.test.php': '<?php echo "ok a case\\n"; trigger_error("odd");',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [oldest, newest] = [await outcomeIn('7.4', { PLUGINS_FOLDER: folder }), await outcomeIn('8.5', { PLUGINS_FOLDER: folder })];
  expect([oldest.faults, newest.faults]).toEqual([
    [expect.stringMatching(/^new\.php: .*syntax error/)],
    [expect.stringMatching(/^old\.php: .*Deprecated/)],
  ]);
  expect(newest.tests).toMatchObject({ 'failed.test.php': { exitCode: 1 }, 'warns.test.php': { errors: expect.stringContaining('odd') } });
  rmSync(folder, { recursive: true });
});

describe.each(phpVersions)('the plugins in PHP %s', (version) => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await outcomeIn(version);
  });

  it('compile, without a deprecation', () => {
    expect(outcome.version.startsWith(`${version}.`)).toBe(true);
    expect(outcome.faults).toEqual([]);
  });

  it.each(testFiles)('%s passes without a warning', (file) => {
    const { cases, exitCode, errors } = outcome.tests[file]!;
    expect({ exitCode, errors, cases: exitCode === 0 ? [] : cases }).toEqual({ exitCode: 0, errors: '', cases: [] });
    expect(cases.length).toBeGreaterThan(0);
  });
});
