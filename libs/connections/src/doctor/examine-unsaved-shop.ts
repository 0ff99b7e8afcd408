import type { IntegrationRegistry } from '@sync/integrations';
import { Secret } from '@sync/records';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '@sync/integration-contract';
import { v7 as uuidv7 } from 'uuid';
import type { ShopRegistration } from '../handshake/handshake-parts';
import type { ShopIdentity } from '../handshake/shop-identity';

export interface ShopExamination {
  findings: Finding[];
  /** False: time ran out, and the checks that are left were not made. */
  isComplete: boolean;
}

interface ExaminationParts {
  shops: ShopIdentity;
  doctor: IntegrationRegistry['examineShop'];
}

/** One check may take 10 s until it knows that a shop does not respond. */
const deadlineMs = 12_000;

/**
 * Lets the shop doctor examine a shop that no connection holds, such as one whose credentials did not verify. Stores nothing, hence no
 * worker does it, and its time is short. Throws RefusedValues for an unknown system.
 */
export async function examineUnsavedShop(
  { shops, doctor }: ExaminationParts,
  { systemSlug, baseUrl, credentials }: ShopRegistration,
): Promise<ShopExamination> {
  const { driver } = await shops.systemOf(systemSlug);
  const shop = { id: uuidv7(), isUnsaved: true, driver, baseUrl: shops.canonicalAddressOf(baseUrl), credentials: new Secret(credentials) };
  const [findings, deadline]: [Finding[], AbortController] = [[], new AbortController()];
  const examined = doctor.run(shop, (finding) => {
    deadline.signal.throwIfAborted();
    findings.push(finding);
  });
  const isComplete = await Promise.race([
    examined.then(
      () => true,
      () => false,
    ),
    sleep(deadlineMs, false, { signal: deadline.signal, ref: false }).catch(() => false),
  ]);
  deadline.abort();
  return { findings: [...findings], isComplete };
}
