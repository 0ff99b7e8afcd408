import { figuresAlone, toMinorUnits, type CustomAttributeData, type LineItemData, type OrderData } from '@sync/records';
import { requiredAmount, unlessTooLarge, wholeQuantity } from '../mapping/amounts';
import { fieldAttributes, metaEntries } from '../mapping/custom-attributes';
import { decimalAttributes } from '../mapping/decimal-attributes';
import { asRow, dateText, lastOfEachId, sourceId, text, UnmappableRow, type PlatformRow } from '../mapping/platform-values';
import { mapAddress } from './address.mapping';
import { orderSums, sumAttributes } from './order-sums';
import { modifiedInstant, recordDates, utcTwin, type RecordDates } from './record-dates';

const mapped = new Set([
  'id',
  'number',
  'status',
  'currency',
  'total',
  'total_tax',
  'shipping_total',
  'date_created',
  'date_modified',
  'date_paid',
  'customer_id',
  'billing',
  'shipping',
  'line_items',
]);
const currencyPattern = /^[A-Za-z]{3}$/;

/** Skips a row without id, currency or any date, or with an amount too large to store. */
export function mapOrder(value: unknown): OrderData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the order has no id');
  const currency = text(row.currency)?.trim() ?? '';
  if (!currencyPattern.test(currency)) return new UnmappableRow(id, 'the order has no known currency');
  const dates = recordDates(row);
  if (dates === null) return new UnmappableRow(id, 'the order has no date');
  return unlessTooLarge(id, () => {
    const order = orderOf(row, { sourceId: id, currency: currency.toUpperCase(), ...dates });
    return isAnonymised(row)
      ? { ...order, addressBilling: null, addressShipping: null, customAttributes: figuresAlone(order.customAttributes) }
      : order;
  });
}

/** The shop has erased the person: the platform leaves placeholders, other plugins may leave more, and this mark. */
function isAnonymised(row: PlatformRow): boolean {
  return metaEntries(row.meta_data).some(([key, value]) => key === '_anonymized' && value === 'yes');
}

type Known = Pick<OrderData, 'sourceId' | 'currency'> & RecordDates;

function orderOf(row: PlatformRow, known: Known): OrderData {
  const sums = orderSums(row);
  const amounts: Record<string, unknown> = { total: row.total, total_tax: row.total_tax, total_shipping: row.shipping_total, ...sums };
  const customAttributes = fieldAttributes('commerce_a', row, mapped).concat(sumAttributes(sums));
  const lineItems = mapLineItems(row.line_items, known.currency, customAttributes, amounts);
  const customerId = sourceId(row.customer_id);
  const datePaid = dateText(row.date_paid);
  return {
    ...known,
    id: null,
    system: 'commerce_a',
    status: text(row.status) ?? '',
    total: requiredAmount(row.total) ?? 0,
    modifiedAt: modifiedInstant(row),
    lineItems,
    tags: [],
    customAttributes: customAttributes.concat(decimalAttributes('commerce_a', known.currency, amounts)),
    sourceOrderNumber: text(row.number),
    customerId: null,
    customerSourceId: customerId === '0' ? null : customerId,
    totalTax: toMinorUnits(row.total_tax),
    totalShipping: toMinorUnits(row.shipping_total),
    addressBilling: mapAddress(row.billing),
    addressShipping: mapAddress(row.shipping),
    datePaid,
    datePaidUtc: utcTwin(datePaid, row.date_paid_gmt),
  };
}

/**
 * Adds the exact text of a fractional quantity to `orderAttributes`, and the amounts of each line to `orderAmounts`, since line items
 * have no attributes.
 */
function mapLineItems(
  value: unknown,
  currency: string,
  orderAttributes: CustomAttributeData[],
  orderAmounts: Record<string, unknown>,
): LineItemData[] {
  if (!Array.isArray(value)) return [];
  const lines: LineItemData[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const row = asRow(value[index]);
    if (!row) continue;
    const id = sourceId(row.id) ?? `line-${index + 1}`;
    const quantity = wholeQuantity(row.quantity);
    if (quantity.exact !== null) orderAttributes.push({ key: `commerce_a.line_items.${id}.quantity`, value: quantity.exact });
    orderAmounts[`line_items.${id}.unit_price`] = row.price;
    orderAmounts[`line_items.${id}.total`] = row.total;
    lines.push({
      sourceId: id,
      // "0": the product was deleted or never existed.
      productSourceId: sourceId(row.product_id) ?? '0',
      name: text(row.name) ?? '',
      quantity: quantity.rounded,
      unitPrice: requiredAmount(row.price) ?? 0,
      total: requiredAmount(row.total) ?? 0,
      productId: null,
      productCustomId: null,
      sku: text(row.sku),
      currency,
    });
  }
  return lastOfEachId(lines);
}
