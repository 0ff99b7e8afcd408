/**
 * What this service never keeps of this platform: secrets of its customers and of the shop (a secure_key opens an order), what
 * people wrote for the shop's eyes, and what the shop pays its suppliers.
 */
const fields: ReadonlySet<string> = new Set(['note', 'gift_message', 'wholesale_price', 'ws_key']);
/** Also what modules of the shop may add to a row. */
const secrets = /passw|secure_key|secret|token|reset_/i;

export function isNotKept(field: string): boolean {
  return fields.has(field) || secrets.test(field);
}
