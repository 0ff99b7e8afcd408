/** The base URL without a trailing `/api`, which shop owners tend to copy along. */
export function shopBaseOf(baseUrl: string): string {
  return baseUrl
    .replace(/\/+$/, '')
    .replace(/\/api$/i, '')
    .replace(/\/+$/, '');
}
