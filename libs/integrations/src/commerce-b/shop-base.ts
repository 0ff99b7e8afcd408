/** The shop's root address: the base_url without a trailing `/api`, which a shop owner may have copied along. */
export function shopBaseOf(baseUrl: string): string {
  return baseUrl
    .replace(/\/+$/, '')
    .replace(/\/api$/i, '')
    .replace(/\/+$/, '');
}
