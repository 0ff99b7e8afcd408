/** Never stored: secrets of customers and the shop (a secure_key opens an order), internal notes, and wholesale prices. */
const fields: ReadonlySet<string> = new Set(['note', 'gift_message', 'wholesale_price', 'ws_key']);
/** Also matches fields that modules add to a row. */
const secrets = /passw|secure_key|secret|token|reset_/i;

export function isDroppedField(field: string): boolean {
  return fields.has(field) || secrets.test(field);
}
