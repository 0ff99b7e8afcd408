import { toMinorUnits, type CustomAttributeData } from '@sync/records';
import { difference, sum } from '../mapping/decimal';
import { asRow, type PlatformRow } from '../mapping/platform-values';

/**
 * What an order says only in lists, summed as decimal text; null without entries. Refunds come as negative amounts and count as
 * positive ones.
 */
export function orderSums(row: PlatformRow): Record<string, string | null> {
  const sumOf = (list: string, field: string): string | null =>
    sum(Array.isArray(row[list]) ? row[list].map((entry: unknown) => asRow(entry)?.[field]) : []);
  const refunded = sumOf('refunds', 'total');
  return {
    total_refunded: refunded === null ? null : difference('0', refunded),
    total_fees: sumOf('fee_lines', 'total'),
    total_fees_tax: sumOf('fee_lines', 'total_tax'),
    total_coupons: sumOf('coupon_lines', 'discount'),
    total_coupons_tax: sumOf('coupon_lines', 'discount_tax'),
  };
}

/** The sums in minor units, as custom attributes. */
export function sumAttributes(sums: Readonly<Record<string, string | null>>): CustomAttributeData[] {
  return Object.entries(sums).flatMap(([name, amount]) => {
    const value = toMinorUnits(amount);
    return value === null ? [] : [{ key: `commerce_a.${name}`, value }];
  });
}
