const { join } = require('node:path');
const preset = require('../../jest.preset.js');

const rootDir = join(__dirname, '../..');

function project(displayName, testRegex, more = {}) {
  const roots = ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'];
  return { ...preset, rootDir, displayName, roots, testRegex, ...more };
}

/** `queueBackends`: those that `forEachQueueBackend` declares its suites for. */
function withServices(setup, queueBackends) {
  return {
    globalSetup: `<rootDir>/libs/test-harness/src/${setup}.mjs`,
    globalTeardown: '<rootDir>/libs/test-harness/src/global-teardown.mjs',
    globals: { queueBackends },
  };
}

const unit = project('unit', '\\.spec\\.ts$');
const integration = (setup) => project('integration', '\\.(int|queues)-spec\\.ts$', withServices(setup, ['Postgres']));
const everyBundle = 'global-setup-every-tier';
const redis = project('redis', '\\.queues-spec\\.ts$', withServices(everyBundle, ['Redis']));
const system = project('system', '\\.system-spec\\.ts$', withServices(everyBundle, ['Postgres', 'Redis']));
const checks = project('checks', '\\.check-spec\\.ts$');

function tier(projects) {
  return {
    projects,
    testTimeout: 400_000,
    testSequencer: join(__dirname, 'whole-service-first.js'),
    // More than cores, because slow suites mostly wait.
    maxWorkers: 4,
  };
}

/** `npm test`: needs nothing but Node. */
exports.firstTier = tier([unit, integration('global-setup-first-tier')]);
/** `npm run test:all`: needs the programs of `tools/dev/test-programs.mjs`, too. */
exports.everyTier = tier([unit, integration(everyBundle), redis, system]);
/** Part of `npm run lint`: suites that read the repository, and the linters of the API descriptions. */
exports.checks = tier([checks]);
