const preset = require('./jest.preset.js');

const sources = ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'];

/** `npm test` runs both; `npx jest --selectProjects unit` needs neither Postgres nor a build. */
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
  // Most of the long ones wait for something: more of them than cores.
  maxWorkers: 3,
};
