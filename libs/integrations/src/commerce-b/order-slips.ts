import type { IntegrationConnection } from '@sync/integration-contract';
import { toMinorUnits, type CustomAttributeData } from '@sync/records';
import { sum } from '../mapping/decimal';
import type { PlatformRow } from '../mapping/platform-values';
import { idFilters } from './id-filters';
import { fewSlips, type Lookups } from './lookups';
import { onlyRows, referenceTo } from './shop-values';
import type { Webservice } from './webservice';

/** The slips of each order, by the order's id. */
export type OrderSlips = ReadonlyMap<string, readonly PlatformRow[]>;

interface SlipsSetting {
  webservice: Webservice;
  connection: IntegrationConnection;
  lookups: Lookups;
}

/**
 * The credit slips of the orders of one page. Most shops have none: then only the first page of a run asks. A shop with no more slips
 * than the page has orders gives all of them at once, for all pages.
 */
export async function slipsOf(orders: readonly PlatformRow[], what: string, setting: SlipsSetting): Promise<OrderSlips> {
  const { lookups } = setting;
  const count = await lookups.countOrderSlips();
  if (count === 0) return new Map();
  const isCheaperAtOnce = count <= Math.min(orders.length, fewSlips);
  const rows = isCheaperAtOnce ? await lookups.orderSlips() : await slipsOfPage(orders, what, setting);
  const slips = new Map<string, readonly PlatformRow[]>();
  for (const slip of rows) {
    const order = referenceTo(slip.id_order) ?? '';
    slips.set(order, [...(slips.get(order) ?? []), slip]);
  }
  return slips;
}

async function slipsOfPage(orders: readonly PlatformRow[], what: string, { webservice, connection }: SlipsSetting): Promise<PlatformRow[]> {
  const slips: PlatformRow[] = [];
  for (const filter of idFilters(orders.flatMap(({ id }) => referenceTo(id) ?? []))) {
    const parameters = { 'filter[id_order]': filter, display: 'full' };
    const rows = await webservice.rows(connection, { resource: 'order_slip', parameters, what: `the credit slips of ${what}` });
    slips.push(...onlyRows(rows));
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
