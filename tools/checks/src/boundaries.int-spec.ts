import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

interface Snippet {
  title: string;
  filePath: string;
  code: string;
  rule: string | null;
}

const boundary = '@nx/enforce-module-boundaries';

const snippets: Snippet[] = [
  {
    title: 'the vocabulary reaches nothing',
    filePath: 'libs/records/src/secret.ts',
    code: `import { RecordStore } from '@sync/record-store';\nexport const it = RecordStore;\n`,
    rule: boundary,
  },
  {
    title: 'the contract does not reach the domain',
    filePath: 'libs/integration-contract/src/exceptions.ts',
    code: `import { Tenant } from '@sync/domain';\nexport const it = Tenant;\n`,
    rule: boundary,
  },
  {
    title: 'an adapter does not reach another',
    filePath: 'libs/durable-work/src/index.ts',
    code: `import { RecordStore } from '@sync/record-store';\nexport const it = RecordStore;\n`,
    rule: boundary,
  },
  {
    title: 'the domain does not reach an adapter',
    filePath: 'libs/domain/src/tokens/token.ts',
    code: `import { DurableWork } from '@sync/durable-work';\nexport const it = DurableWork;\n`,
    rule: boundary,
  },
  {
    title: 'the runtime does not reach the domain',
    filePath: 'libs/service-runtime/src/index.ts',
    code: `import { Tenant } from '@sync/domain';\nexport const it = Tenant;\n`,
    rule: boundary,
  },
  {
    title: 'an app does not reach another app',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import * as it from '../../export-worker/src/main';\nexport const other = it;\n`,
    rule: boundary,
  },
  {
    title: 'webhook-ingress reaches no platform code',
    filePath: 'apps/webhook-ingress/src/main.ts',
    code: `import { IntegrationRegistry } from '@sync/integrations';\nexport const it = IntegrationRegistry;\n`,
    rule: boundary,
  },
  {
    title: 'a library is not reached around its name',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import { Tenant } from '../../../libs/domain/src/index';\nexport const it = Tenant;\n`,
    rule: boundary,
  },
  {
    title: 'code that is shipped does not reach the test harness',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import { createTestDatabase } from '@sync/test-harness';\nexport const it = createTestDatabase;\n`,
    rule: boundary,
  },
  {
    title: 'a library is imported by its name, not by a file in it',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import { Tenant } from '@sync/domain/src/tenants/tenant.entity';\nexport const it = Tenant;\n`,
    rule: 'no-restricted-imports',
  },
  {
    title: 'code that is shipped does not reach what a library has for tests',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import { describeIntegration } from '@sync/integration-contract/testing';\nexport const it = describeIntegration;\n`,
    rule: 'no-restricted-imports',
  },
  {
    title: 'nor does a platform',
    filePath: 'libs/integrations/src/commerce-a/order.mapping.ts',
    code: `import { describeIntegration } from '@sync/integration-contract/testing';\nexport const it = describeIntegration;\n`,
    rule: 'no-restricted-imports',
  },
  {
    title: 'a test does',
    filePath: 'libs/integrations/src/commerce-a/transformer.spec.ts',
    code: `import { describeIntegration } from '@sync/integration-contract/testing';\nexport const it = describeIntegration;\n`,
    rule: null,
  },
  {
    title: 'one platform never imports another',
    filePath: 'libs/integrations/src/commerce-a/order.mapping.ts',
    code: `import { mapOrder } from '../commerce-b/order.mapping';\nexport const it = mapOrder;\n`,
    rule: 'no-restricted-imports',
  },
  {
    title: 'the environment is read in one library',
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
    title: 'no promise is left alone',
    filePath: 'libs/records/src/secret.ts',
    code: `export function it(): void {\n  Promise.resolve();\n}\n`,
    rule: '@typescript-eslint/no-floating-promises',
  },
  {
    title: 'what the arrows allow passes',
    filePath: 'apps/connection-api/src/main.ts',
    code: `import { Tenant } from '@sync/domain';\nexport const it = Tenant;\n`,
    rule: null,
  },
];

describe('the arrows between the rooms are kept by a rule that bites', () => {
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
