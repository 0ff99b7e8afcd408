import { shops } from '@sync/platforms';

/** What a body begins with that is nothing but a platform's ping field and digits. */
const starts = [...new Set(shops.flatMap(({ webhooks }) => webhooks?.pingField ?? []))].map((field) => Buffer.from(`${field}=`));

/** Platforms send this, unsigned, when a webhook is created: exactly `<field>=<digits>`. */
export function isPing(body: Buffer): boolean {
  return starts.some(
    (start) => body.length > start.length && body.subarray(0, start.length).equals(start) && hasOnlyDigits(body, start.length),
  );
}

function hasOnlyDigits(body: Buffer, from: number): boolean {
  return body.subarray(from).every((byte) => byte >= 0x30 && byte <= 0x39);
}
