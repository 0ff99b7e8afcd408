import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const tests = ['**/*.spec.ts', '**/*.int-spec.ts', '**/testing/**/*.ts'];

/** The arrows of docs/architecture.md: app -> runtime, adapters, domain -> contract -> vocabulary. Adapters never import each other, apps never import apps. */
const arrows = {
  vocabulary: [],
  contract: ['vocabulary'],
  domain: ['contract', 'vocabulary'],
  adapter: ['contract', 'vocabulary'],
  runtime: ['vocabulary'],
  'tool-support': ['vocabulary'],
  app: ['runtime', 'adapter', 'domain', 'contract', 'vocabulary'],
  browser: ['vocabulary'],
  testing: ['testing', 'tool-support', 'domain', 'contract', 'vocabulary'],
  tool: ['testing', 'tool-support', 'runtime', 'adapter', 'domain', 'contract', 'vocabulary'],
};

/** Tags do not see the entry points for tests (`@sync/<lib>/testing`): code that is shipped may not name them. */
const aroundTheName = { group: ['@sync/*/*'], message: 'A library is imported by its name.' };

/** A test may use the test harness and the demo shops besides what its project may use. */
function moduleBoundaries(besides) {
  return [
    'error',
    {
      allow: [],
      enforceBuildableLibDependency: false,
      ignoredCircularDependencies: [['domain', 'test-harness']],
      depConstraints: [
        ...Object.entries(arrows).map(([type, targets]) => ({
          sourceTag: `type:${type}`,
          onlyDependOnLibsWithTags: [...new Set([...targets, ...besides])].map((target) => `type:${target}`),
        })),
        // Knows no platform, however far the way.
        { sourceTag: 'scope:webhook-ingress', notDependOnLibsWithTags: ['scope:integrations', 'scope:record-store'] },
      ],
    },
  ];
}

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.data/**', '**/fixtures/**', 'apps/widgets/stencil.config.ts'],
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
      '@typescript-eslint/consistent-type-imports': 'off', // a type-only import would take away what Nest's injection reads
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
        { object: 'process', property: 'env', message: 'The environment is read in libs/service-runtime, once, and validated.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name what is exported.' },
        { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z]/]', message: 'No I prefix.' },
      ],
      'no-restricted-imports': ['error', { patterns: [aroundTheName] }],
    },
  },
  {
    files: ['libs/integrations/src/*/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [aroundTheName, { group: ['../commerce-*', '../../commerce-*'], message: 'One platform never imports another.' }] },
      ],
    },
  },
  {
    files: [
      'libs/service-runtime/src/**/*.ts',
      'libs/embedded-services/src/**/*.ts',
      'libs/test-harness/src/**/*.ts',
      'tools/**/*.ts',
      ...tests,
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['tools/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['libs/domain/src/migrations/*.ts', 'tools/bench/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: tests,
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries(['testing', 'tool-support']),
      'no-restricted-imports': ['error', { patterns: [{ ...aroundTheName, group: ['@sync/*/*', '!@sync/*/testing'] }] }],
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  prettier,
);
