import type { CustomAttributeData, LineItemData } from '@sync/records';
import { requiredAmount, wholeQuantity } from '../mapping/amounts';
import { lastOfEachId, sourceId, type PlatformRow } from '../mapping/platform-values';
import { product } from '../mapping/decimal';
import { associated, plainText, referenceTo } from './shop-values';

/**
 * Adds the exact text of a fractional quantity to `orderAttributes`, and the amounts of each line to `orderAmounts`, since line items
 * have no attributes.
 */
export function mapOrderRows(
  order: PlatformRow,
  currency: string,
  orderAttributes: CustomAttributeData[],
  orderAmounts: Record<string, unknown>,
): LineItemData[] {
  const lines = associated(order, 'order_rows').map((row, index): LineItemData => {
    const id = sourceId(row.id) ?? `line-${index + 1}`;
    const quantity = wholeQuantity(row.product_quantity);
    if (quantity.exact !== null) orderAttributes.push({ key: `commerce_b.order_rows.${id}.product_quantity`, value: quantity.exact });
    // "0": never a product of this shop. A deleted product keeps its id.
    const productSourceId = sourceId(row.product_id) ?? '0';
    const unitPrice = requiredAmount(row.unit_price_tax_excl) === null ? row.product_price : row.unit_price_tax_excl;
    const total = product(unitPrice, row.product_quantity);
    orderAmounts[`line_items.${id}.unit_price`] = unitPrice;
    orderAmounts[`line_items.${id}.total`] = total;
    return {
      sourceId: id,
      productSourceId,
      name: plainText(row.product_name) ?? `#${productSourceId}`,
      quantity: quantity.rounded,
      unitPrice: requiredAmount(unitPrice) ?? 0,
      // The platform has no line totals. Discounts apply to the whole order and are not spread over its lines.
      total: requiredAmount(total) ?? 0,
      productId: null,
      productCustomId: referenceTo(row.product_attribute_id),
      sku: plainText(row.product_reference),
      currency,
    };
  });
  return lastOfEachId(lines);
}
