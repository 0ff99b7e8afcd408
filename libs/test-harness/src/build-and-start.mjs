// Runs once before the tests of a tier: builds what they start and starts Postgres.
import { spawnSync } from 'node:child_process';
import { join, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** `projects`: default all that can be built. */
export async function buildAndStart(projects = []) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/dev/build.mjs'), ...projects], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed, so the bundles in dist are stale.\n${stderr}`);
  const { startTestServices } = await import(pathToFileURL(join(root, 'dist/libs/test-harness/test-services.mjs')).href);
  const services = await startTestServices();
  process.env.TEST_TEMPLATE_DATABASE_URL = services.templateUrl;
  process.env.TEST_SERVING_DATABASE_URL = services.servingUrl;
  process.env.TEST_TEMPLATE_STATE = JSON.stringify(services.state);
  process.env.TEST_POOLER_ADDRESS = services.poolerAddress ?? '';
  globalThis.testServices = services;
}
