const start = Buffer.from('webhook_id=');

/** What commerce_a sends, unsigned, when a webhook is made: exactly `webhook_id=<digits>`. */
export function isPing(body: Buffer): boolean {
  if (body.length <= start.length || !body.subarray(0, start.length).equals(start)) return false;
  return body.subarray(start.length).every((byte) => byte >= 0x30 && byte <= 0x39);
}
