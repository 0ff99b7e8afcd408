import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digestBytes = 32;
const maxEntries = 8;
/** Used when a connection has no secret, so that refusing costs the same work. */
const standIn = randomBytes(digestBytes);

/**
 * Whether one of the header values is the HMAC-SHA256 of these bytes. A value is the digest in base64 or hex, optionally prefixed by
 * `sha256=`, or up to eight of them separated by a blank, as senders do while they change their secret. Without a secret nothing
 * is right. It always computes one HMAC and compares each digest in constant time.
 */
export function isSigned(body: Buffer, secret: string | null, values: readonly string[]): boolean {
  const hasSecret = secret !== null && secret !== '';
  const expected = createHmac('sha256', hasSecret ? secret : standIn)
    .update(body)
    .digest();
  let found = false;
  for (const digest of values.flatMap(digestsIn)) if (timingSafeEqual(digest, expected)) found = true;
  return found && hasSecret;
}

/** The well-formed digests in a header value. Node joins a repeated header by a comma, which no digest contains. */
export function digestsIn(value: string): Buffer[] {
  if (value.includes(',')) return [];
  const entries = value.split(' ', maxEntries + 1);
  if (entries.length > maxEntries) return [];
  return entries.flatMap((entry) => digestOf(entry.startsWith('sha256=') ? entry.slice('sha256='.length) : entry) ?? []);
}

/** Each digest has one spelling: base64 whose unused last bits differ is refused. */
function digestOf(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === digestBytes && bytes.toString('base64') === text ? bytes : null;
}
