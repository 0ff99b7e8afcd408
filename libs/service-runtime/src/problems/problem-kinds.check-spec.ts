import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemKinds } from './problem-kinds';

const page = readFileSync(join(process.cwd(), 'docs/problems.md'), 'utf8');
const rows = [...page.matchAll(/^\| `\/problems\/([a-z-]+)`\s*\| (\d{3})\s*\| (.+?)\s*\|$/gm)].map(([, kind, status, cause]) => [
  kind,
  Number(status),
  cause,
]);

it('docs/problems.md lists every kind with its status and cause', () => {
  expect(rows).toEqual(Object.entries(problemKinds).map(([kind, { status, cause }]) => [kind, status, cause]));
});
