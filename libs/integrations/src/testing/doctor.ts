import type { Finding, IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry, type IntegrationSettings } from '../integration-registry';

export type Expected = Partial<Record<'evidence' | 'cause' | 'advice', string>> & Partial<Pick<Finding, 'verdict'>>;

/** Runs the shop doctor and returns its findings by check. Loopback is allowed by default. */
export async function examine(connection: IntegrationConnection, settings: IntegrationSettings = {}): Promise<Map<string, Finding>> {
  const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], ...settings });
  try {
    const findings = await integrations.examineShop.run(connection);
    return new Map(findings.map((finding) => [finding.name, finding]));
  } finally {
    integrations.close();
  }
}

/** Names of the checks by verdict. */
export function verdicts(findings: ReadonlyMap<string, Finding>): Record<Finding['verdict'], string[]> {
  const by: Record<Finding['verdict'], string[]> = { good: [], notice: [], problem: [], 'left out': [] };
  for (const { name, verdict } of findings.values()) by[verdict].push(name);
  return by;
}

/** Matches a finding by its verdict and parts of its texts. */
export function says({ verdict, ...texts }: Expected): object {
  const parts = Object.entries(texts).map(([name, text]) => [name, expect.stringContaining(text)] as const);
  return { ...(verdict && { verdict }), ...Object.fromEntries(parts) };
}

/** Every notice and problem has a cause and advice; nothing else has. */
export function expectAdviceWhereNeeded(findings: ReadonlyMap<string, Finding>): void {
  for (const { verdict, evidence, cause, advice } of findings.values()) {
    expect(evidence).toMatch(/^\S.+\.$/);
    const needed = verdict === 'notice' || verdict === 'problem';
    expect([cause, advice].map((text) => text !== null && text !== '')).toEqual([needed, needed]);
  }
}
