const preset = require('./jest.preset.js');

const sources = ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'];

/** `npm test` runs both projects. `npx jest --selectProjects unit` needs neither Postgres nor a build. */
module.exports = {
  projects: [
    { ...preset, rootDir: __dirname, displayName: 'unit', roots: sources, testRegex: '\\.spec\\.ts$' },
    {
      ...preset,
      rootDir: __dirname,
      displayName: 'integration',
      roots: sources,
      testRegex: '\\.int-spec\\.ts$',
      globalSetup: '<rootDir>/libs/test-harness/src/global-setup.mjs',
      globalTeardown: '<rootDir>/libs/test-harness/src/global-teardown.mjs',
    },
  ],
  testTimeout: 400_000,
  testSequencer: '<rootDir>/tools/jest/whole-service-first.js',
  // More than cores, because slow suites mostly wait.
  maxWorkers: 4,
};
