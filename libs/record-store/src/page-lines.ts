import type { SystemCapability } from '@sync/records';
import type { Candidate } from './differing-rows';
import type { LinkTargets } from './link-targets';
import { linkOrders } from './order-links';
import type { PageLine } from './page-writer';

/** The lines to be written for the candidates: those of orders with their links. */
export async function toPageLines(
  targets: LinkTargets,
  connectionId: string,
  capability: SystemCapability,
  candidates: Candidate[],
): Promise<PageLine[]> {
  return capability === 'orders' ? linkOrders(targets, connectionId, candidates) : candidates.map(({ row }) => row);
}
