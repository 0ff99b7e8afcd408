import type { SystemCapability } from '@sync/records';
import type { DifferingRow } from './differing-rows';
import type { LinkTargets } from './link-targets';
import { linkOrders } from './order-links';
import type { PageRow } from './page-rows';

/** The rows to write; orders with their links. */
export async function toWritableRows(
  targets: LinkTargets,
  shopId: string,
  capability: SystemCapability,
  rows: DifferingRow[],
): Promise<PageRow[]> {
  return capability === 'orders' ? linkOrders(targets, shopId, rows) : rows.map(({ row }) => row);
}
