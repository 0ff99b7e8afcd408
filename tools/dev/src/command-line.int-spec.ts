import { execFile } from 'node:child_process';

/** What is behind each `npm run …`, with what it refuses. */
const commands: [name: string, program: string, wrong: string[][]][] = [
  ['demo', 'dist/tools/dev/demo.mjs', [['now']]],
  ['start', 'dist/tools/dev/start.mjs', [['now']]],
  ['migrate', 'dist/tools/dev/migrate.mjs', [['now']]],
  ['failed-tasks', 'dist/tools/dev/failed-tasks.mjs', [['forget']]],
  ['doctor', 'dist/tools/dev/doctor.mjs', [['--what']]],
  [
    'bench',
    'dist/tools/bench/bench.mjs',
    [
      ['--only', 'what'],
      ['--turns', '0'],
    ],
  ],
  ['soak', 'dist/tools/e2e/soak.mjs', [['--minutes', 'ten']]],
  ['screenshots', 'dist/tools/browser-tests/screenshots.mjs', [['--what']]],
];

interface Run {
  code: unknown;
  output: string;
  errors: string;
}

/** Nothing is reached: a command that goes on with what it was given fails otherwise. */
const run = (program: string, args: string[]) =>
  new Promise<Run>((resolve) => {
    const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_FOLDER: '/dev/null/none' };
    execFile(process.execPath, [program, ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? error.code : 0, output, errors }),
    );
  });

it.each(commands)(
  'npm run %s -- --help prints its usage and exits 0; what it does not know is one line and the usage, exit 2',
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
