import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digestBytes = 32;
const mostEntries = 8;
/** Stands in for a secret that is not there, so that refusing takes the same work. */
const noSecret = randomBytes(digestBytes);

/**
 * Whether one of the given header values is the HMAC-SHA256 of these bytes. A value is the digest in base64 or hex, with or
 * without `sha256=` before it, or up to eight of them with a blank between each two, as a sender has it that changes its secret.
 * Without a secret nothing is right. One HMAC is computed whatever is given, and each digest is compared in constant time.
 */
export function isSigned(body: Buffer, secret: string | null, values: readonly string[]): boolean {
  const due = createHmac('sha256', secret === null || secret === '' ? noSecret : secret)
    .update(body)
    .digest();
  let found = false;
  for (const digest of values.flatMap(digestsIn)) if (timingSafeEqual(digest, due)) found = true;
  return found && secret !== null && secret !== '';
}

/** The well-formed digests of one header's value. Node joins a header that was sent twice by a comma, which none of them has. */
export function digestsIn(value: string): Buffer[] {
  if (value.includes(',')) return [];
  const entries = value.split(' ', mostEntries + 1);
  if (entries.length > mostEntries) return [];
  return entries.flatMap((entry) => digestOf(entry.startsWith('sha256=') ? entry.slice('sha256='.length) : entry) ?? []);
}

/** One spelling for each digest: base64 with other bits after the last byte is another text for the same bytes and counts for nothing. */
function digestOf(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === digestBytes && bytes.toString('base64') === text ? bytes : null;
}
