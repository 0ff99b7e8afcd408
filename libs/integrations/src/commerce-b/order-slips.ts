import type { IntegrationConnection } from '@sync/integration-contract';
import { toMinorUnits, type CustomAttributeData } from '@sync/records';
import { sum } from '../mapping/decimal';
import type { PlatformRow } from '../mapping/platform-values';
import { idFilters } from './id-filters';
import type { Lookups } from './lookups';
import { onlyRows, referenceTo } from './shop-values';
import type { Webservice } from './webservice';

/** The slips of each order, by the order's id. */
export type OrderSlips = ReadonlyMap<string, readonly PlatformRow[]>;

/** The credit slips of the orders of one page. Most shops have none: then only the first page of a run asks. */
export async function slipsOf(
  orders: readonly PlatformRow[],
  what: string,
  { webservice, connection, lookups }: { webservice: Webservice; connection: IntegrationConnection; lookups: Lookups },
): Promise<OrderSlips> {
  const slips = new Map<string, PlatformRow[]>();
  if (!(await lookups.hasOrderSlips())) return slips;
  for (const filter of idFilters(orders.flatMap(({ id }) => referenceTo(id) ?? []))) {
    const parameters = { 'filter[id_order]': filter, display: 'full' };
    const rows = await webservice.rows(connection, { resource: 'order_slip', parameters, what: `the credit slips of ${what}` });
    for (const slip of onlyRows(rows)) {
      const order = referenceTo(slip.id_order) ?? '';
      slips.set(order, [...(slips.get(order) ?? []), slip]);
    }
  }
  return slips;
}

/** What the slips of an order give back, as decimal text by the name of its attribute: products and shipping, with and without tax. */
export function slipSums(slips: readonly PlatformRow[]): Record<string, string | null> {
  const both = (tax: string): string | null =>
    sum(slips.flatMap((slip) => [slip[`total_products_tax_${tax}`], slip[`total_shipping_tax_${tax}`]]));
  return { total_refunded: both('incl'), total_refunded_tax_excl: both('excl') };
}

/** Nothing for an order without slips. Amounts are in minor units. */
export function slipAttributes(slips: readonly PlatformRow[]): CustomAttributeData[] {
  if (slips.length === 0) return [];
  const sums = Object.entries(slipSums(slips)).map(([name, amount]) => ({ key: `commerce_b.${name}`, value: toMinorUnits(amount) }));
  return [...sums.filter(({ value }) => value !== null), { key: 'commerce_b.order_slips', value: slips.length }];
}
