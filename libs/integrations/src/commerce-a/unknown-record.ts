import { asRow, count } from '../mapping/platform-values';

/**
 * Whether this is the platform's error for a record that is gone: `{code, message, data: {status: 404}}` with a code such as
 * `woocommerce_rest_shop_order_invalid_id` or `wc_user_invalid_id`. Any other 404 says nothing about the record: `rest_no_route`, or
 * `woocommerce_rest_invalid_shop_order_id`, which an old version of the interface gives for every order.
 */
export function isUnknownRecord(body: unknown): boolean {
  const row = asRow(body);
  const status = count(asRow(row?.data)?.status);
  return row?.id === undefined && (status === null || status === 404) && typeof row?.code === 'string' && row.code.endsWith('_invalid_id');
}
