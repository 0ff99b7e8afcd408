/** Shared by every Jest configuration. */
module.exports = {
  runtime: require.resolve('./tools/jest/once-loaded-packages.js'),
  testEnvironment: require.resolve('./tools/jest/one-context-environment.js'),
  transform: {
    '^.+\\.(t|j|mj)s$': ['@swc/jest', { ...require('./tools/build/swc-options.js'), module: { type: 'commonjs' } }],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@sync/([^/]+)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    '^@sync/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};
