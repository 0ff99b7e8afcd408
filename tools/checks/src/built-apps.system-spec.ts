import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;

it('a built app carries no development package, and so no embedded Postgres', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { dev?: boolean }> };
  const apps = readdirSync(join(root, 'dist/apps')).filter((app) => existsSync(join(root, 'dist/apps', app, 'main.mjs')));
  expect(apps).toEqual(expect.arrayContaining(['admin-api', 'connection-api', 'export-worker', 'webhook-ingress']));
  const carried = apps.flatMap((app) => {
    const { dependencies } = read(`dist/apps/${app}/package.json`) as { dependencies: Record<string, string> };
    return Object.keys(dependencies).map((name) => ({ app, name }));
  });
  expect(carried).toContainEqual({ app: 'webhook-ingress', name: 'pg' });
  expect(carried.filter(({ name }) => packages[`node_modules/${name}`]?.dev !== undefined)).toEqual([]);
});
