import { checksFor } from './contract-checks';
import type { IntegrationUnderTest } from './integration-under-test';

/** The contract test kit: a test for each sentence of the integration contract. Call it once per platform, in a spec of its own. */
export function describeIntegration(name: string, subject: IntegrationUnderTest): void {
  describe(`${name} keeps the integration contract`, () => {
    for (const { title, checks } of checksFor(subject)) {
      if (checks.length === 0) continue;
      describe(title, () => {
        for (const { title: sentence, check } of checks) it(sentence, () => check(subject));
      });
    }
  });
}
