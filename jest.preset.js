const swcOptions = { ...require('./tools/build/swc-options.js'), module: { type: 'commonjs' } };

/** Shared by every Jest configuration. */
module.exports = {
  runtime: require.resolve('./tools/jest/once-loaded-packages.js'),
  testEnvironment: require.resolve('./tools/jest/one-context-environment.js'),
  transform: {
    '(-input|-representation|\\.controller)\\.ts$': [require.resolve('./tools/jest/described-classes-transform.js'), swcOptions],
    '\\.browser\\.js$': require.resolve('./tools/jest/text-transform.js'),
    '^.+\\.(t|j|mj)s$': ['@swc/jest', swcOptions],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@sync/([^/]+)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    '^@sync/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};
