import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checksFor, describeIntegration } from '@sync/integration-contract/testing';
import { shops } from '@sync/platforms';
import { brokenIntegration } from './broken-integration';
import { checks, describeBreaches, minimal } from './describe-breaches';
import { exportBreaches } from './export-breaches';
import { failureBreaches } from './failure-breaches';
import { idBreaches } from './id-breaches';
import { memoryBreaches } from './memory-breaches';
import { recordBreaches } from './record-breaches';

const breaches = { ...exportBreaches, ...failureBreaches, ...idBreaches, ...recordBreaches };

describeIntegration('a platform with only the required operations that ignores modifiedAfter', brokenIntegration(minimal));

describe('every rule of the contract', () => {
  it('has an integration that breaks it', () => {
    expect(Object.keys({ ...breaches, ...memoryBreaches }).sort()).toEqual(checks.map(({ title }) => title).sort());
  });

  it('applies to some platform', () => {
    const applied = [{ driver: 'commerce_a' as const }, {}, minimal].flatMap((breach) => checksFor(brokenIntegration(breach)));
    expect(new Set(applied.flatMap((section) => section.checks.map(({ title }) => title))).size).toBe(checks.length);
  });

  it('is checked for every shop platform, those about memory in a system test', () => {
    const suites = shops.flatMap(({ driver }) =>
      ['contract.spec.ts', 'contract-memory.system-spec.ts'].map((suite) => join(__dirname, '../..', driver.replaceAll('_', '-'), suite)),
    );
    expect(suites.length).toBeGreaterThanOrEqual(4);
    expect(suites.filter((suite) => !existsSync(suite))).toEqual([]);
  });

  describeBreaches(breaches);
});
