import {
  type Finding,
  type IntegrationConnection,
  IntegrationRequestException,
  type Observation,
  type PlatformIntegration,
  type ShopCheck,
} from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { addressChecks, type ShopNetwork } from './address-checks';
import { withoutSecrets, type Refusal } from './finding';

type Outcome = Pick<Observation, 'evidence' | 'cause' | 'advice'> & Pick<Finding, 'verdict'>;

const wayChecks = ['reachable', 'certificate'];
const leftOut: Outcome = { verdict: 'left out', evidence: 'Not looked at: what it needs is not in order.' };

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
      const finding = findingOf(check, isLeftOut(check, findings) ? leftOut : await observe(check), connection);
      findings.push(finding);
      onFinding(finding);
    }
    return findings;
  }

  /** The first check of access that finds the credentials refused, or this service blocked; null: none does, or the shop does not respond. */
  async findRefusal(connection: IntegrationConnection): Promise<Refusal | null> {
    for (const check of this.platformOf(connection.driver)?.accessChecks?.(connection) ?? []) {
      const observation = await observe(check);
      const { isRefusal, isBlock } = observation;
      if (isRefusal || isBlock) return { ...findingOf(check, observation, connection), code: isBlock ? 'blocked' : 'credentials_refused' };
    }
    return null;
  }

  /** A platform's checks need the way to the shop. */
  #checksOf(connection: IntegrationConnection): ShopCheck[] {
    const own = this.platformOf(connection.driver)?.shopChecks?.(connection) ?? [];
    return [
      ...addressChecks(connection.baseUrl, this.network),
      ...own.map((check) => ({ ...check, needs: [...wayChecks, ...(check.needs ?? [])], look: () => check.look() })),
    ];
  }
}

function isLeftOut({ needs = [] }: ShopCheck, before: readonly Finding[]): boolean {
  return before.some(({ name, verdict }) => needs.includes(name) && (verdict === 'problem' || verdict === 'left out'));
}

/** A look that fails is a problem. */
async function observe(check: ShopCheck): Promise<Observation> {
  try {
    return await check.look();
  } catch (error) {
    return {
      verdict: 'problem',
      evidence: error instanceof IntegrationRequestException ? error.message : 'The check itself failed.',
      cause: 'The shop gave no readable response.',
      advice: 'Look again. If it stays so, look into the error log of the shop for the time of this look.',
    };
  }
}

function findingOf({ name, title }: ShopCheck, outcome: Outcome, connection: IntegrationConnection): Finding {
  const { verdict, evidence, cause = null, advice = null } = outcome;
  return withoutSecrets({ name, title, verdict, evidence, cause, advice }, connection);
}
