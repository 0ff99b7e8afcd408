import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const operation = (name: string) => `dist/tools/dev/operations.mjs ${name}`;

/** The bundle behind each `npm run …`, with arguments that it rejects. */
const commands: [name: string, program: string, wrong: string[][]][] = [
  ['demo', 'dist/tools/dev/demo.mjs', [['now'], ['--against', 'service.example']]],
  ['start', 'dist/tools/dev/start.mjs', [['now']]],
  ['migrate', 'dist/tools/dev/migrate.mjs', [['now']]],
  ['failed-tasks', operation('failed-tasks'), [['forget']]],
  ['quota', operation('quota'), [['--tenant', 'what']]],
  ['erase', operation('erase'), [['forget']]],
  ['keys:rotate', operation('keys:rotate'), [['k2']]],
  ['admin', operation('admin'), [['forget'], ['create'], ['reset', '--login', 'ada', '--name', 'Ada']]],
  ['doctor', operation('doctor'), [['--what']]],
  [
    'bench',
    'dist/tools/bench/bench.mjs',
    [
      ['--only', 'what'],
      ['--turns', '0'],
    ],
  ],
  ['soak', 'dist/tools/e2e/soak.mjs', [['--minutes', 'ten']]],
  ['real-shops', 'dist/tools/real-shops/real-shops.mjs', [[], ['--woocommerce', 'x', '--only', 'c']]],
  ['screenshots', 'dist/tools/browser-tests/screenshots.mjs', [['--what']]],
  ['walks', 'dist/tools/browser-tests/walks.mjs', [['now']]],
];

interface Run {
  code: unknown;
  output: string;
  errors: string;
}

/** Nothing is reachable, so a command that accepts the arguments fails differently. */
const run = (program: string, args: string[]) =>
  new Promise<Run>((resolve) => {
    const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_FOLDER: '/dev/null/none' };
    execFile(process.execPath, [...program.split(' '), ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? error.code : 0, output, errors }),
    );
  });

const usages = join(__dirname, '../usages.json');
const command = 'WRITE_USAGES=1 npm run test:all -- tools/dev/src/command-line --selectProjects system';

it(`usages.json, which \`npm run … -- --help\` prints without a build, says what the commands say (otherwise: ${command})`, async () => {
  const printed: Record<string, string[]> = {};
  for (const [name, program] of commands) printed[name] = (await run(program, ['--help'])).output.trimEnd().split('\n');
  if (process.env.WRITE_USAGES === '1') writeFileSync(usages, `${JSON.stringify(printed, null, 2)}\n`);
  expect(JSON.parse(readFileSync(usages, 'utf8'))).toEqual(printed);
});

it.each(commands)(
  'npm run %s -- --help prints the usage and exits 0; invalid arguments print one line and the usage, and exit 2',
  async (name, program, wrong) => {
    const [help, ...runs] = await Promise.all([['--help'], ...wrong].map((args) => run(program, args)));
    expect(help).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(new RegExp(`^Usage:\\s+npm (run )?${name}`)) as string,
    });
    for (const [index, { code, output, errors }] of runs.entries()) {
      const args = wrong[index];
      expect({ args, code, output }).toEqual({ args, code: 2, output: '' });
      const [reason, ...rest] = errors.split('\n\n');
      expect({ args, reason }).toEqual({ args, reason: expect.stringMatching(/^[^\n]+[.?]$/) as string });
      expect(rest.join('\n\n')).toBe(help?.output);
    }
  },
);
