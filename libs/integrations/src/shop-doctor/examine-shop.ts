import {
  IntegrationRequestException,
  type IntegrationConnection,
  type Observation,
  type PlatformIntegration,
  type ShopCheck,
} from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { addressChecks, type ShopNetwork } from './address-checks';
import type { Finding, Refusal } from './finding';
import { problem } from './observations';
import { withoutSecrets } from './without-secrets';

/**
 * The shop doctor: examines a shop and reports problems with evidence, cause and advice. Changes nothing at the shop, stores nothing
 * and bypasses the circuit breaker. No finding holds a credential.
 */
export class ExamineShop {
  constructor(
    private readonly network: ShopNetwork,
    private readonly platformOf: (driver: SystemDriver) => PlatformIntegration | undefined,
  ) {}

  /** Returns the findings in order of the checks and calls `onFinding` with each at once. Rejects only if `onFinding` throws. */
  async run(connection: IntegrationConnection, onFinding: (finding: Finding) => void = () => undefined): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const check of this.#checksOf(connection)) {
      const finding = withoutSecrets(await this.#find(check, findings), connection);
      findings.push(finding);
      onFinding(finding);
    }
    return findings;
  }

  /** The first check of access that finds the credentials refused, or this service blocked; null: none does, or the shop does not respond. */
  async findRefusal(connection: IntegrationConnection): Promise<Refusal | null> {
    for (const { name, title, look } of this.platformOf(connection.driver)?.accessChecks?.(connection) ?? []) {
      const { verdict, evidence, cause = null, advice = null, isRefusal, isBlock } = await look().catch(failedLook);
      if (!isRefusal && !isBlock) continue;
      const finding = withoutSecrets({ name, title, verdict, evidence, cause, advice }, connection);
      return { ...finding, code: isBlock ? 'blocked' : 'credentials_refused' };
    }
    return null;
  }

  #checksOf(connection: IntegrationConnection): ShopCheck[] {
    const address = addressChecks(connection.baseUrl, this.network);
    const wayChecks = address.filter(({ name }) => name === 'reachable' || name === 'certificate').map(({ name }) => name);
    const own = this.platformOf(connection.driver)?.shopChecks?.(connection) ?? [];
    return [...address, ...own.map((check) => ({ ...check, needs: [...wayChecks, ...(check.needs ?? [])], look: () => check.look() }))];
  }

  async #find({ name, title, needs = [], look }: ShopCheck, before: readonly Finding[]): Promise<Finding> {
    const isBlocked = before.some(({ name: known, verdict }) => needs.includes(known) && (verdict === 'problem' || verdict === 'left out'));
    if (isBlocked)
      return { name, title, verdict: 'left out', evidence: 'Not looked at: what it needs is not in order.', cause: null, advice: null };
    const { verdict, evidence, cause = null, advice = null } = await look().catch(failedLook);
    return { name, title, verdict, evidence, cause, advice };
  }
}

function failedLook(error: unknown): Observation {
  const evidence = error instanceof IntegrationRequestException ? error.message : 'The check itself failed.';
  return problem(
    evidence,
    'The shop gave no readable response.',
    'Look again. If it stays so, look into the error log of the shop for the time of this look.',
  );
}
