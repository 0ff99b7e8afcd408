import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

interface Snippet {
  title: string;
  filePath: string;
  code: string;
  rule: string | null;
  needsTypes?: boolean;
}

const boundary = '@nx/enforce-module-boundaries';
const packageHome = '@typescript-eslint/no-restricted-imports';

/** [title, file that imports, name, module, rule that refuses it] */
const imports: [string, string, string, string, string | null][] = [
  ['the vocabulary imports nothing', 'libs/records/src/secret.ts', 'RecordStore', '@sync/record-store', boundary],
  ['the contract does not import the domain', 'libs/integration-contract/src/exceptions.ts', 'Tenant', '@sync/domain', boundary],
  ['an adapter does not import another adapter', 'libs/durable-work/src/index.ts', 'RecordStore', '@sync/record-store', boundary],
  ['the domain does not import an adapter', 'libs/domain/src/refusals.ts', 'DurableWork', '@sync/durable-work', boundary],
  ['the domain knows no token or user', 'libs/domain/src/refusals.ts', 'AccessToken', '@sync/identity', boundary],
  ['the schema knows no entity', 'libs/schema/src/migrate-database.ts', 'Tenant', '@sync/domain', boundary],
  ['credentials know no entity', 'libs/credentials/src/key-ring.ts', 'Tenant', '@sync/domain', boundary],
  ['the runtime does not import the domain', 'libs/service-runtime/src/index.ts', 'Tenant', '@sync/domain', boundary],
  ['a use case imports nothing of HTTP', 'libs/connections/src/index.ts', 'Operation', '@sync/http-api', boundary],
  ['an app does not import another app', 'apps/connection-api/src/main.ts', 'main', '../../export-worker/src/main', boundary],
  ['the panel does not import the admin API', 'apps/admin-panel/src/app.tsx', 'Me', '../../admin-api/src/me/me-input', boundary],
  [
    'the file of the panel for types of the admin API imports no code of it',
    'apps/admin-panel/src/api/representations.ts',
    'presentMe',
    '../../../admin-api/src/me/me-input',
    'no-restricted-syntax',
  ],
  ['webhook-ingress imports no platform', 'apps/webhook-ingress/src/main.ts', 'IntegrationRegistry', '@sync/integrations', boundary],
  ['a library is not imported by its path', 'apps/connection-api/src/main.ts', 'Tenant', '../../../libs/domain/src/index', boundary],
  [
    'production code does not import the test harness',
    'apps/connection-api/src/main.ts',
    'createTestDatabase',
    '@sync/test-harness',
    boundary,
  ],
  [
    'a file inside a library is not imported',
    'apps/connection-api/src/main.ts',
    'Tenant',
    '@sync/domain/src/tenants/tenant.entity',
    'no-restricted-imports',
  ],
  [
    'production code does not import the parts of a library for tests',
    'apps/connection-api/src/main.ts',
    'describeIntegration',
    '@sync/integration-contract/testing',
    'no-restricted-imports',
  ],
  [
    'a platform does not import the parts of a library for tests',
    'libs/integrations/src/commerce-a/order.mapping.ts',
    'describeIntegration',
    '@sync/integration-contract/testing',
    'no-restricted-imports',
  ],
  [
    'a platform does not import another platform',
    'libs/integrations/src/commerce-a/order.mapping.ts',
    'mapOrder',
    '../commerce-b/order.mapping',
    'no-restricted-imports',
  ],
  ['a platform does not import the Postgres driver', 'libs/integrations/src/commerce-a/order.mapping.ts', 'Pool', 'pg', packageHome],
  [
    'a platform does not call its shop around the guarded client',
    'libs/integrations/src/commerce-a/order.mapping.ts',
    'get',
    'axios',
    packageHome,
  ],
  ['the webhook ingress does not import the ORM', 'apps/webhook-ingress/src/main.ts', 'DataSource', 'typeorm', packageHome],
  ['an app does not import the queue', 'apps/export-worker/src/main.ts', 'Queue', 'bullmq', packageHome],
  ['an app does not import the Redis client', 'apps/connection-api/src/main.ts', 'Redis', 'ioredis', packageHome],
  [
    'a test imports the parts of a library for tests',
    'libs/integrations/src/commerce-a/transformer.spec.ts',
    'describeIntegration',
    '@sync/integration-contract/testing',
    null,
  ],
  ['an app imports the domain', 'apps/connection-api/src/main.ts', 'Tenant', '@sync/domain', null],
  ['webhook-ingress imports the descriptors of platforms', 'apps/webhook-ingress/src/main.ts', 'shops', '@sync/platforms', null],
  ['a descriptor imports no other library', 'libs/platforms/src/commerce-a.ts', 'RecordStore', '@sync/record-store', boundary],
  ['the record store imports the Postgres driver', 'libs/record-store/src/index.ts', 'Pool', 'pg', null],
  ['an integration test imports the Redis client', 'apps/connection-api/src/lost-queue.int-spec.ts', 'Redis', 'ioredis', null],
];

const snippets: Snippet[] = [
  ...imports.map(([title, filePath, name, module, rule]) => ({
    title,
    filePath,
    code: `import { ${name} } from '${module}';\nexport const it = ${name};\n`,
    rule,
  })),
  {
    title: 'one file of the panel imports types of the admin API',
    filePath: 'apps/admin-panel/src/api/representations.ts',
    code: `import type { Me } from '../../../admin-api/src/me/me-input';\nexport type It = Me;\n`,
    rule: null,
  },
  {
    title: 'only one library reads the environment',
    filePath: 'apps/connection-api/src/main.ts',
    code: `export const it = process.env.SECRET;\n`,
    rule: 'no-restricted-properties',
  },
  {
    title: 'no barrel of barrels',
    filePath: 'libs/records/src/index.ts',
    code: `export * from './secret';\n`,
    rule: 'no-restricted-syntax',
  },
  {
    title: 'no I prefix',
    filePath: 'libs/records/src/secret.ts',
    code: `export interface IThing {\n  a: string;\n}\n`,
    rule: 'no-restricted-syntax',
  },
  {
    title: 'no floating promise',
    filePath: 'libs/records/src/secret.ts',
    code: `export function it(): void {\n  Promise.resolve();\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
    needsTypes: true,
  },
];

describe('ESLint enforces the arrows of the architecture', () => {
  let broken: string[][];

  beforeAll(() => {
    const script = join(__dirname, 'lint-snippets.mjs');
    const output = execFileSync(process.execPath, [script], {
      cwd: root,
      input: JSON.stringify(snippets),
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false' },
    });
    broken = JSON.parse(output) as string[][];
  });

  it.each(snippets.map(({ title, rule }, index) => ({ title, rule, index })))('$title', ({ rule, index }) => {
    const rules = broken[index];
    if (rule) expect(rules).toContain(rule);
    else expect(rules).toEqual([]);
  });
});
