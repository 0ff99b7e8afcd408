import { contractSections } from '@sync/integration-contract/testing';
import { brokenIntegration, ofModifiedAfter, type Breaches } from './broken-integration';

export const checks = contractSections.flatMap((section) => section.checks);

export const minimal = { minimal: true, subject: { modifiedAfter: 'ignored' }, ...ofModifiedAfter(() => null) } as const;

/** Declares that each rule refuses each integration that breaks it. */
export function describeBreaches(breaches: Breaches): void {
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
}
