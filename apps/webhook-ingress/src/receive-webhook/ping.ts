import { shops } from '@sync/platforms';

const maxDigits = 20;
/** What a body begins with that is nothing but a platform's ping field and digits. */
const starts = [...new Set(shops.flatMap(({ webhooks }) => webhooks?.pingField ?? []))].map((field) => Buffer.from(`${field}=`));
const formEncoded = /^application\/x-www-form-urlencoded[\t ]*(;|$)/i;

/** Platforms send this, unsigned and form-encoded, when a webhook is created: exactly `<field>=<digits>`. */
export function isPing(body: Buffer, contentType = ''): boolean {
  return (
    formEncoded.test(contentType) &&
    starts.some((start) => body.subarray(0, start.length).equals(start) && isNumber(body.subarray(start.length)))
  );
}

function isNumber(bytes: Buffer): boolean {
  return bytes.length >= 1 && bytes.length <= maxDigits && bytes.every((byte) => byte >= 0x30 && byte <= 0x39);
}
