import { checksFor, contractSections, describeIntegration } from '@sync/integration-contract/testing';
import { brokenIntegration, ofModifiedAfter } from './broken-integration';
import { exportBreaches } from './export-breaches';
import { failureBreaches } from './failure-breaches';
import { idBreaches } from './id-breaches';
import { recordBreaches } from './record-breaches';

const breaches = { ...exportBreaches, ...failureBreaches, ...idBreaches, ...recordBreaches };
const minimal = { minimal: true, subject: { modifiedAfter: 'ignored' }, ...ofModifiedAfter(() => null) } as const;

describeIntegration('a platform with only the required operations that ignores modifiedAfter', brokenIntegration(minimal));

const checks = contractSections.flatMap((section) => section.checks);

describe('every rule of the contract', () => {
  it('has an integration that breaks it', () => {
    expect(Object.keys(breaches).sort()).toEqual(checks.map(({ title }) => title).sort());
  });

  it('applies to some platform', () => {
    const applied = [{ driver: 'commerce_a' as const }, {}, minimal].flatMap((breach) => checksFor(brokenIntegration(breach)));
    expect(new Set(applied.flatMap((section) => section.checks.map(({ title }) => title))).size).toBe(checks.length);
  });

  describe.each(Object.entries(breaches))('%s', (title, cases) => {
    it.each(Object.entries(cases))('rejects an integration: %s', async (_how, breach) => {
      const subject = brokenIntegration(breach);
      const rule = checks.find((each) => each.title === title);
      expect(rule?.appliesTo?.(subject) ?? true).toBe(true);
      const rejection = await rule?.check(subject).then(
        () => null,
        (error: unknown) => error,
      );
      expect(rejection).toBeInstanceOf(Error);
      // A TypeError would be a mistake in the breach and prove nothing.
      expect(rejection).not.toBeInstanceOf(TypeError);
    });
  });
});
