import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What each command takes, from the one place where it stands. */
const program = `import { bundles, programs } from './tools/dev/commands.mjs'; console.log(JSON.stringify({ ...bundles, ...programs }));`;
const commands = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' }),
) as Record<string, { time: string }>;

/** `npm test`, `npm start` and `npm run <name>`, with what stands between it and a time in brackets or in the last cell of its row. */
const timed = [
  /(?:^|[`\s])npm (?:run )?([a-z:-]+)(?: --)?`?[^\n`(]*\((\d[^)]*? (?:s|min))(?: on two cores)?\)/gm,
  /^\| `npm (?:run )?([a-z:-]+)[^|]*\|[^|]*\| +([^|]*?) +\|$/gm,
];

function wrongTimes(page: string): string[] {
  const found = timed.flatMap((pattern) => [...page.matchAll(pattern)]);
  return found
    .filter(([, name = '', time = '']) => name in commands && !time.split(/[,;] /).includes(commands[name]?.time ?? ''))
    .map(([, name = '', time = '']) => `${name}: ${time}, not ${commands[name]?.time ?? ''}`);
}

describe('the time that a command takes', () => {
  it.each(['README.md', 'CONTRIBUTING.md', 'docs/reliability.md', 'docs/real-shops.md'])(
    'is in %s the one that its help prints',
    (page) => {
      expect(wrongTimes(read(page))).toEqual([]);
    },
  );

  it('stands in README.md for every command', () => {
    const rows = [...read('README.md').matchAll(timed[1] as RegExp)].map(([, name]) => name);
    expect(Object.keys(commands).filter((name) => !rows.includes(name))).toEqual([]);
  });

  it.each([
    'npm test       # every room (24 min)',
    'run `npm run test:all` (24 min)',
    '| `npm test`        | All tests | 24 min |',
    '| `npm run demo`        | The main job | 2 min |',
  ])('would be found wrong in: %s', (line) => {
    expect(wrongTimes(line)).toHaveLength(1);
  });
});
