// Runs once before the integration tests: bundles the apps (some tests start and kill real processes) and starts Postgres.
import { spawnSync } from 'node:child_process';
import { join, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export default async function globalSetup() {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build/build.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The build failed: the bundles that are there are those of another state of the code.');
  const { startTestServices } = await import(pathToFileURL(join(root, 'dist/libs/test-harness/test-services.mjs')).href);
  const services = await startTestServices();
  process.env.TEST_TEMPLATE_DATABASE_URL = services.templateUrl;
  process.env.TEST_HAS_REDIS = services.hasRedis ? '1' : '';
  if (!services.hasRedis) console.log('\nNo redis-server on the PATH: the tests of the Redis queues are left out of this run.');
  globalThis.testServices = services;
}
