import { toMinorUnits, type AddressData, type OrderData } from '@sync/records';
import { requiredAmount, unlessTooLarge } from '../mapping/amounts';
import { decimalAttributes } from '../mapping/decimal-attributes';
import { asRow, count, sourceId, UnmappableRow, type PlatformRow } from '../mapping/platform-values';
import { utcOfOffset } from '../mapping/utc-time';
import { difference } from '../mapping/decimal';
import type { OrderState } from './lookups';
import { mapOrderRows } from './order-row.mapping';
import { slipAttributes, slipSums, type OrderSlips } from './order-slips';
import { moneyFields, scalarAttributes, type FieldKinds } from './scalar-attributes';
import { isoDate, recordDates } from './shop-dates';
import { plainText, referenceTo } from './shop-values';
import type { ShopZone } from './shop-zone';

/** Lookups by id. */
export interface OrderContext {
  zone: ShopZone | null;
  states: ReadonlyMap<string, OrderState>;
  /** ISO 4217. */
  currencies: ReadonlyMap<string, string>;
  addresses: ReadonlyMap<string, AddressData | null>;
  slips: OrderSlips;
}

const kinds: FieldKinds = {
  mapped: new Set([
    'id',
    'reference',
    'current_state',
    'id_currency',
    'total_paid_tax_incl',
    'total_shipping_tax_excl',
    // The same as total_shipping_tax_incl, and the record's own total_shipping is net.
    'total_shipping',
    'date_add',
    'date_upd',
    'id_customer',
    'id_address_invoice',
    'id_address_delivery',
  ]),
  flags: new Set(['valid', 'gift', 'recyclable', 'mobile_theme']),
  money: new Set([
    'total_discounts',
    'total_discounts_tax_incl',
    'total_discounts_tax_excl',
    'total_paid',
    'total_paid_tax_excl',
    'total_paid_real',
    'total_products',
    'total_products_wt',
    'total_shipping_tax_incl',
    'total_wrapping',
    'total_wrapping_tax_incl',
    'total_wrapping_tax_excl',
  ]),
};

/** Skips a row without id or known currency, or with an amount too large to store. Lines and shipping are net; gross amounts stay in the attributes. */
export function mapOrder(value: unknown, context: OrderContext): OrderData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the order has no id');
  const currency = context.currencies.get(referenceTo(row.id_currency) ?? '');
  if (currency === undefined) return new UnmappableRow(id, 'the order has no known currency');
  return unlessTooLarge(id, () => orderOf(row, { sourceId: id, currency }, context));
}

function orderOf(row: PlatformRow, known: Pick<OrderData, 'sourceId' | 'currency'>, context: OrderContext): OrderData {
  const { zone } = context;
  const { datesLost, ...dates } = recordDates(row, zone);
  const datePaid = datePaidOf(row, context);
  const customAttributes = scalarAttributes(row, kinds, zone);
  if (datesLost) customAttributes.push({ key: 'commerce_b.dates_lost', value: true });
  const state = count(row.current_state);
  if (state !== null) customAttributes.push({ key: 'commerce_b.current_state', value: state });
  const slips = context.slips.get(known.sourceId) ?? [];
  const totalTax = difference(row.total_paid_tax_incl, row.total_paid_tax_excl);
  const paid = requiredAmount(row.total_paid_tax_incl) === null ? row.total_paid : row.total_paid_tax_incl;
  const amounts = {
    ...moneyFields(row, kinds),
    ...{ total: paid, total_tax: totalTax, total_shipping: row.total_shipping_tax_excl },
    ...slipSums(slips),
  };
  const lineItems = mapOrderRows(row, known.currency, customAttributes, amounts);
  return {
    ...known,
    id: null,
    system: 'commerce_b',
    status: statusOf(row, context),
    total: requiredAmount(paid) ?? 0,
    ...dates,
    lineItems,
    tags: [],
    customAttributes: [...customAttributes, ...slipAttributes(slips), ...decimalAttributes('commerce_b', known.currency, amounts)],
    sourceOrderNumber: plainText(row.reference),
    customerId: null,
    customerSourceId: referenceTo(row.id_customer),
    totalTax: toMinorUnits(totalTax),
    totalShipping: toMinorUnits(row.total_shipping_tax_excl),
    addressBilling: addressOf(row.id_address_invoice, context),
    addressShipping: addressOf(row.id_address_delivery, context),
    datePaid,
    datePaidUtc: utcOfOffset(datePaid),
  };
}

/** The state's name, or its number if the shop does not list it. */
function statusOf(row: PlatformRow, { states }: OrderContext): string {
  const id = sourceId(row.current_state) ?? '0';
  return states.get(id)?.name ?? id;
}

/** The platform has no payment date; a paid order uses its invoice date. */
function datePaidOf(row: PlatformRow, { states, zone }: OrderContext): string | null {
  return states.get(sourceId(row.current_state) ?? '')?.paid === true ? isoDate(row.invoice_date, zone) : null;
}

function addressOf(value: unknown, { addresses }: OrderContext): AddressData | null {
  return addresses.get(referenceTo(value) ?? '') ?? null;
}
