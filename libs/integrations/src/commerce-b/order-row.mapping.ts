import type { CustomAttributeData, LineItemData } from '@sync/records';
import { amountOf } from '../mapping/amounts';
import { lastOfEachId, sourceId, text, type PlatformRow } from '../mapping/platform-values';
import { product } from './decimal';
import { associated, plainText, referenceTo } from './shop-values';

/** Lines of one order. What a fractional quantity was before it was rounded is added to `orderAttributes`, since a line has none of its own. */
export function mapOrderRows(order: PlatformRow, currency: string, orderAttributes: CustomAttributeData[]): LineItemData[] {
  const lines = associated(order, 'order_rows').map((row, index): LineItemData => {
    const id = sourceId(row.id) ?? `line-${index + 1}`;
    const quantity = wholeQuantity(row.product_quantity);
    if (quantity.exact !== null) orderAttributes.push({ key: `commerce_b.order_rows.${id}.product_quantity`, value: quantity.exact });
    // "0": it was never a product of this shop. That of a deleted product stays.
    const productSourceId = sourceId(row.product_id) ?? '0';
    const unitPrice = amountOf(row.unit_price_tax_excl) === null ? row.product_price : row.unit_price_tax_excl;
    return {
      sourceId: id,
      productSourceId,
      name: plainText(row.product_name) ?? `#${productSourceId}`,
      quantity: quantity.rounded,
      unitPrice: amountOf(unitPrice) ?? 0,
      // The platform names no total of a line. Discounts belong to the whole order here, and are not spread over its lines.
      total: amountOf(product(unitPrice, row.product_quantity)) ?? 0,
      productId: null,
      productCustomId: referenceTo(row.product_attribute_id),
      sku: plainText(row.product_reference),
      currency,
    };
  });
  return lastOfEachId(lines);
}

/** Half away from zero, like money; `exact` is the text of a quantity that is not whole. */
function wholeQuantity(value: unknown): { rounded: number; exact: string | null } {
  const hundredths = amountOf(value);
  if (hundredths === null) return { rounded: 0, exact: null };
  const size = Math.floor((Math.abs(hundredths) + 50) / 100);
  const rounded = hundredths < 0 && size > 0 ? -size : size;
  return { rounded, exact: rounded * 100 === hundredths ? null : text(value) };
}
