/** From the smallest on. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** The smallest form that the client takes (RFC 9110, 12.5.3). `*` is left to clients that name what they know. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const refused = /;\s*q=0(\.0*)?$/i;
  const named = (header ?? '').split(',').map((part) => part.trim());
  const taken = new Set(named.filter((part) => !refused.test(part)).map((part) => part.split(';')[0]?.trim().toLowerCase()));
  return encodings.find((encoding) => taken.has(encoding)) ?? 'identity';
}
