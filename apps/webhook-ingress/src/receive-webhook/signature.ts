import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digestBytes = 32;
const maxEntries = 8;
const entity = /&(?:(amp|lt|gt|quot|apos)|#0*(\d{2})|#x0*([0-9a-f]{2}));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Only these: the platform leaves other entities as they are. */
const escaped = Object.values(named);
/** Used when a connection has no secret, so that refusing costs the same work. */
const standIn = randomBytes(digestBytes);

/**
 * Whether one of the header values is the HMAC-SHA256 of these bytes. A value is the digest in base64 or hex, optionally prefixed by
 * `sha256=`, or up to eight of them separated by a blank, as senders do while they change their secret. Without a secret nothing
 * is right. It always computes one HMAC, two for a secret with HTML entities, and compares each digest in constant time.
 */
export function isSigned(body: Buffer, secret: string | null, values: readonly string[]): boolean {
  const hasSecret = secret !== null && secret !== '';
  const expected = (hasSecret ? spellingsOf(secret) : [standIn]).map((key) => createHmac('sha256', key).update(body).digest());
  let found = false;
  for (const digest of values.flatMap(digestsIn)) for (const right of expected) if (timingSafeEqual(digest, right)) found = true;
  return found && hasSecret;
}

/** A platform may store a secret with `&`, `<`, `>` and quotes as HTML entities, and sign with the plain text. */
function spellingsOf(secret: string): string[] {
  const plain = secret.replace(entity, (whole, name?: string, decimal?: string, hex?: string) => {
    const character = name ? named[name] : String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16));
    return character && escaped.includes(character) ? character : whole;
  });
  return plain === secret ? [secret] : [secret, plain];
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
