const preset = require('../../jest.preset.js');
const { rules, sharedSuites } = require('./rules.js');

module.exports = {
  ...preset,
  rootDir: '../..',
  testMatch: [...rules.map((rule) => `${rule}.spec.ts`), ...sharedSuites].map((glob) => `<rootDir>/${glob}`),
};
