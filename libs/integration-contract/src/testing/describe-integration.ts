import { checksFor } from './contract-checks';
import type { IntegrationUnderTest } from './integration-under-test';

/** The contract kit: one test per rule of the integration contract. Call it once per platform, in a separate spec. */
export function describeIntegration(name: string, subject: IntegrationUnderTest): void {
  describe(`${name} keeps the integration contract`, () => {
    for (const { title, checks } of checksFor(subject)) {
      if (checks.length === 0) continue;
      describe(title, () => {
        for (const { title: rule, check } of checks) it(rule, () => check(subject));
      });
    }
  });
}
