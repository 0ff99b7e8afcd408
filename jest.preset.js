/** ES modules only. Jest on Node 20 runs CommonJS, so it transforms these like our own code. */
const esModules = [
  '@noble',
  'jose',
  'oauth4webapi',
  'openid-client',
  '@nestjs',
  'cookie',
  'light-my-request',
  'uuid',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'es-toolkit',
];

/** Shared by every Jest configuration. */
module.exports = {
  testEnvironment: 'node',
  transform: {
    '^.+\\.(t|j|mj)s$': ['@swc/jest', { ...require('./tools/build/swc-options.js'), module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})(/|$))`],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    '^@sync/([^/]+)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    '^@sync/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};
