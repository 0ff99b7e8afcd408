import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const tests = ['**/*{.,-}spec.ts', '**/testing/**/*.ts', 'tools/browser-tests/src/*/*.ts'];

/** The one file of the panel that may name the admin API. */
const panelTypes = 'apps/admin-panel/src/api/representations.ts';

/** The arrows of docs/architecture.md: app -> use case -> identity, syncs -> adapters, domain -> contract -> vocabulary. Adapters never import each other, apps never import apps. */
const arrows = {
  vocabulary: ['vocabulary'],
  telemetry: [],
  sql: ['telemetry'],
  contract: ['vocabulary'],
  domain: ['contract', 'sql', 'telemetry', 'vocabulary'],
  identity: ['domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  adapter: ['contract', 'sql', 'telemetry', 'vocabulary'],
  syncs: ['adapter', 'domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  'use-case': ['identity', 'syncs', 'adapter', 'domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  runtime: ['sql', 'telemetry', 'vocabulary'],
  http: ['use-case', 'identity', 'syncs', 'runtime', 'adapter', 'domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  terminal: [],
  command: ['terminal', 'use-case', 'identity', 'syncs', 'runtime', 'adapter', 'domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  'tool-support': ['vocabulary'],
  app: ['http', 'command', 'use-case', 'identity', 'syncs', 'runtime', 'adapter', 'domain', 'contract', 'sql', 'telemetry', 'vocabulary'],
  client: [],
  browser: ['vocabulary'],
  testing: ['testing', 'tool-support', 'identity', 'adapter', 'domain', 'contract', 'vocabulary'],
  tool: [
    'client',
    'testing',
    'tool-support',
    'terminal',
    'command',
    'use-case',
    'identity',
    'syncs',
    'runtime',
    'adapter',
    'domain',
    'contract',
    'sql',
    'telemetry',
    'vocabulary',
  ],
};

/** Tags do not see the entry points for tests (`@sync/<lib>/testing`): production code may not import them. */
const deepImports = { group: ['@sync/*/*'], message: 'Import a library by its name.' };

const databaseLibs = [
  'libs/postgres',
  'libs/schema',
  'libs/domain',
  'libs/identity',
  'libs/durable-work',
  'libs/sync-runs',
  'libs/connections',
  'libs/caller-webhooks',
  'libs/administration',
  'libs/http-api',
  'libs/operator-commands',
];
const apps = ['apps/connection-api', 'apps/admin-api', 'apps/export-worker'];
const supportLibs = ['libs/embedded-services', 'libs/test-harness'];

/** The only folders that may import a package. */
const packageHomes = {
  axios: ['libs/integrations/src/store-http'],
  opossum: ['libs/integrations/src/breaker'],
  'prom-client': ['libs/telemetry'],
  '@opentelemetry/*': ['libs/telemetry'],
  bullmq: ['libs/durable-work'],
  '@nestjs/bullmq': ['libs/durable-work'],
  ioredis: ['libs/durable-work', 'libs/service-runtime', ...supportLibs, 'tools/e2e'],
  '@nestjs/typeorm': [...databaseLibs, ...apps],
  typeorm: [...databaseLibs, ...apps, 'libs/test-harness', 'tools/bench'],
  pg: [...databaseLibs, 'libs/record-store', ...apps, 'apps/webhook-ingress', ...supportLibs, 'tools/bench', 'tools/dev', 'tools/e2e'],
};

function packagesOutOfPlace(isAllowed) {
  const patterns = Object.entries(packageHomes)
    .filter(([name]) => !isAllowed(name))
    .map(([name, homes]) => ({ group: [name, `${name}/**`], message: `Only in ${homes.join(', ')}.` }));
  return { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] };
}

/** An integration test may look into the database and Redis. */
const packageRules = [
  { files: ['**/*.ts'], rules: packagesOutOfPlace(() => false) },
  ...[...new Set(Object.values(packageHomes).flat())].map((home) => ({
    files: [`${home}/**/*.ts`],
    rules: packagesOutOfPlace((name) => packageHomes[name].includes(home)),
  })),
  { files: ['**/*-spec.ts'], rules: packagesOutOfPlace((name) => ['pg', 'typeorm', 'ioredis'].includes(name)) },
];

/** A test may also use the test harness and the demo shops. */
function moduleBoundaries(alsoAllowed) {
  return [
    'error',
    {
      allow: [],
      enforceBuildableLibDependency: false,
      ignoredCircularDependencies: [
        ['domain', 'test-harness'],
        ['schema', 'test-harness'],
        ['identity', 'test-harness'],
        ['durable-work', 'test-harness'],
      ],
      depConstraints: [
        ...Object.entries(arrows).map(([type, targets]) => ({
          sourceTag: `type:${type}`,
          onlyDependOnLibsWithTags: [...new Set([...targets, ...alsoAllowed])].map((target) => `type:${target}`),
        })),
        // Data of its own, from which the other vocabulary derives.
        { sourceTag: 'scope:platforms', onlyDependOnLibsWithTags: [] },
        // Knows no platform, not even indirectly.
        { sourceTag: 'scope:webhook-ingress', notDependOnLibsWithTags: ['scope:integrations', 'scope:record-store'] },
      ],
    },
  ];
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      'coverage/**',
      '**/fixtures/**',
      'apps/widgets/stencil.config.ts',
      'apps/widgets/released/**',
      'libs/client/src/api-types.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries([]),
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/consistent-type-imports': 'off', // Nest's injection reads the import at run time
      '@typescript-eslint/no-extraneous-class': 'off', // Nest modules are classes without members
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      complexity: ['error', 15],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only libs/service-runtime reads the environment: once, validated.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Export by name.' },
        { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z]/]', message: 'No I prefix.' },
      ],
      'no-restricted-imports': ['error', { patterns: [deepImports] }],
    },
  },
  {
    files: ['libs/integrations/src/*/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [deepImports, { group: ['../commerce-*', '../../commerce-*'], message: 'One platform never imports another.' }] },
      ],
    },
  },
  {
    files: [
      'libs/service-runtime/src/**/*.ts',
      'libs/command-line/src/**/*.ts',
      'libs/embedded-services/src/**/*.ts',
      'libs/test-harness/src/**/*.ts',
      'tools/**/*.ts',
      ...tests,
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['tools/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['libs/schema/src/migrations/*.ts', 'tools/bench/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: tests,
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries(['testing', 'tool-support']),
      'no-restricted-imports': ['error', { patterns: [{ ...deepImports, group: ['@sync/*/*', '!@sync/*/testing'] }] }],
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // The types of the admin API's responses are those of its classes. Only types: nothing of the server reaches the page.
    files: [panelTypes],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      'no-restricted-syntax': ['error', { selector: 'ImportDeclaration[importKind!="type"]', message: 'Types only.' }],
    },
  },
  {
    // Written like code of other places: of a site, which imports the package by its name; of the libraries to which it is copied.
    files: ['apps/widgets/package/examples/**', 'tools/generators/src/example/**'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  ...packageRules,
  prettier,
);
