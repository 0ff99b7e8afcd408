const preset = require('../../jest.preset.js');
const parts = require('./parts.js');

const { root, rules } = parts[process.env.MUTATION_PART];

module.exports = {
  ...preset,
  rootDir: '../..',
  // The mutation tool wraps it, and does not know <rootDir>.
  testEnvironment: require.resolve('../jest/one-context-environment.js'),
  // Jest lists all files below these again for every mutant. Listing the whole workspace took most of the time.
  roots: [`<rootDir>/${root}`],
  testMatch: rules.map((glob) => `<rootDir>/${root}/${glob}.spec.ts`),
};
