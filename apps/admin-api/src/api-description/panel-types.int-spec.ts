import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdminApiUnderTest } from '../testing/admin-api-under-test';

const committed = 'apps/admin-panel/src/api/admin-api.d.ts';
const command = 'WRITE_TYPES=1 npx jest apps/admin-api/src/api-description/panel-types';

/** The schemas of the API description as types. Paths are left out: the panel does not use theirs. */
async function generated(): Promise<string> {
  const folder = mkdtempSync(join(process.cwd(), 'dist/panel-types-'));
  const api = await AdminApiUnderTest.start();
  try {
    const description = (await api.get<object>('/api/admin/openapi.json')).body;
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify({ ...description, paths: {} }));
    const generator = join(process.cwd(), 'node_modules/openapi-typescript/bin/cli.js');
    execFileSync(process.execPath, [generator, join(folder, 'openapi.json'), '-o', join(folder, 'api.d.ts')]);
    return readFileSync(join(folder, 'api.d.ts'), 'utf8');
  } finally {
    await api.stop();
    rmSync(folder, { recursive: true });
  }
}

it(`the panel's types are those of the API description (otherwise: ${command})`, async () => {
  const types = await generated();
  if (process.env.WRITE_TYPES === '1') writeFileSync(committed, types);
  expect(readFileSync(committed, 'utf8')).toBe(types);
});
