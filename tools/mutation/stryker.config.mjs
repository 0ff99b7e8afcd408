// One part of `npm run mutation`: changes the code in small ways and expects a unit test to fail each time.
import { createRequire } from 'node:module';

const part = process.env.MUTATION_PART;
const { root, rules } = createRequire(import.meta.url)('./parts.js')[part];

export default {
  mutate: [...rules.map((rule) => `${root}/${rule}.ts`), '!**/{index,*.spec,*-spec}.ts', '!**/testing/**'],
  testRunner: 'jest',
  jest: { configFile: 'tools/mutation/jest.config.js' },
  coverageAnalysis: 'perTest',
  // A mutated constant needs every test to run again, three quarters of the whole time.
  ignoreStatic: true,
  ignorePatterns: ['dist', '.data', '.nx', 'docs'],
  tempDirName: '.data/mutation',
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: `.data/mutation-${part}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
};
