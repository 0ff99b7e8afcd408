/** In order of preference. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** The smallest encoding that the client accepts (RFC 9110, 12.5.3). `*` counts as identity. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const excluded = /;\s*q=0(\.0*)?$/i;
  const named = (header ?? '').split(',').map((part) => part.trim());
  const accepted = new Set(named.filter((part) => !excluded.test(part)).map((part) => part.split(';')[0]?.trim().toLowerCase()));
  return encodings.find((encoding) => accepted.has(encoding)) ?? 'identity';
}
