import { toMinorUnits, type LineItemData, type OrderData } from '@sync/records';
import {
  asRow,
  count,
  dateText,
  lastOfEachId,
  sourceId,
  text,
  UnmappableRow,
  type PlatformRow,
} from '../../../../../../libs/integrations/src/mapping/platform-values';
import { utcTime } from '../../../../../../libs/integrations/src/mapping/utc-time';
import { currencyCode, mapAddress, sharedFields } from './shared-fields';

export function mapOrder(row: PlatformRow): OrderData | UnmappableRow {
  const { number, status, currency, total, total_tax, total_shipping, ...more } = row;
  const { customer_id, billing_address, shipping_address, lines, paid_at, ...others } = more;
  const shared = sharedFields(others);
  if (shared instanceof UnmappableRow) return shared;
  const code = currencyCode(currency);
  if (code === null) return new UnmappableRow(shared.sourceId, 'the order has no known currency');
  const datePaid = dateText(paid_at);
  return {
    ...shared,
    status: text(status) ?? '',
    currency: code,
    total: toMinorUnits(total) ?? 0,
    lineItems: mapLines(lines, code),
    tags: [],
    sourceOrderNumber: text(number),
    customerId: null,
    customerSourceId: sourceId(customer_id),
    totalTax: toMinorUnits(total_tax),
    totalShipping: toMinorUnits(total_shipping),
    addressBilling: mapAddress(billing_address),
    addressShipping: mapAddress(shipping_address),
    datePaid,
    datePaidUtc: utcTime(datePaid),
  };
}

function mapLines(value: unknown, currency: string): LineItemData[] {
  const rows = Array.isArray(value) ? value.map(asRow).filter((row) => row !== null) : [];
  const lines = rows.map((row, index) => ({
    sourceId: sourceId(row.id) ?? `line-${index + 1}`,
    // "0" stands for a deleted product.
    productSourceId: sourceId(row.product_id) ?? '0',
    name: text(row.name) ?? '',
    quantity: count(row.quantity) ?? 0,
    unitPrice: toMinorUnits(row.unit_price) ?? 0,
    total: toMinorUnits(row.total) ?? 0,
    productId: null,
    productCustomId: null,
    sku: text(row.sku),
    currency,
  }));
  return lastOfEachId(lines);
}
