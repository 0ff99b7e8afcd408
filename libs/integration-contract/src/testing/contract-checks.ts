import { bulkExportChecks } from './checks/bulk-export';
import { failureChecks } from './checks/failures';
import { listedIdChecks } from './checks/listed-ids';
import { listChecks } from './checks/lists';
import { memoryChecks } from './checks/memory';
import { modifiedAfterChecks } from './checks/modified-after';
import { pageRangeChecks } from './checks/page-ranges';
import { recordsChecks } from './checks/records';
import { secretsChecks } from './checks/secrets';
import { verificationChecks } from './checks/verification';
import { webhookChecks } from './checks/webhooks';
import type { ContractCheck, IntegrationUnderTest } from './integration-under-test';

export interface ContractSection {
  readonly title: string;
  /** Collects garbage again and again: `describeIntegrationMemory` declares it, in a system test. */
  readonly isAboutMemory?: true;
  readonly checks: readonly ContractCheck[];
}

/** The integration contract, one check per rule. */
export const contractSections: readonly ContractSection[] = [
  { title: 'Verification', checks: verificationChecks },
  { title: 'Bulk export', checks: bulkExportChecks },
  { title: 'Probe and page ranges', checks: pageRangeChecks },
  { title: 'Drifting lists', checks: listChecks },
  { title: 'Lists of ids', checks: listedIdChecks },
  { title: 'modifiedAfter', checks: modifiedAfterChecks },
  { title: 'Failures', checks: failureChecks },
  { title: 'Normalised records', checks: recordsChecks },
  { title: 'Memory', isAboutMemory: true, checks: memoryChecks },
  { title: 'Secrets', checks: secretsChecks },
  { title: 'Webhooks', checks: webhookChecks },
];

/** The checks that apply to a platform of this kind. */
export function checksFor(subject: IntegrationUnderTest): ContractSection[] {
  return contractSections.map((section) => ({
    ...section,
    checks: section.checks.filter(({ appliesTo }) => appliesTo?.(subject) ?? true),
  }));
}
