import { checksFor, type ContractSection } from './contract-checks';
import type { IntegrationUnderTest } from './integration-under-test';

/** The contract kit: one test per rule of the integration contract but those about memory. Call it once per platform, in `contract.spec.ts`. */
export function describeIntegration(name: string, subject: IntegrationUnderTest): void {
  describeSections(`${name} keeps the integration contract`, subject, ({ isAboutMemory }) => !isAboutMemory);
}

/** The rules about memory, which take seconds of processor time. Call it once per platform, in `contract-memory.system-spec.ts`. */
export function describeIntegrationMemory(name: string, subject: IntegrationUnderTest): void {
  describeSections(`${name} keeps what the integration contract says about memory`, subject, ({ isAboutMemory }) => isAboutMemory === true);
}

function describeSections(name: string, subject: IntegrationUnderTest, isChosen: (section: ContractSection) => boolean): void {
  describe(name, () => {
    for (const { title, checks } of checksFor(subject).filter((section) => isChosen(section) && section.checks.length > 0)) {
      describe(title, () => {
        for (const { title: rule, check } of checks) it(rule, () => check(subject));
      });
    }
  });
}
