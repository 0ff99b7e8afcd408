import { platforms } from '@sync/platforms';

/** Of this service's module in a shop: its technical name, and its list of changes. */
export const moduleName = platforms.commerceB.plugin.name;
export const changesPath = `index.php?fc=module&module=${moduleName}&controller=changes`;

/** The base URL without a trailing `/api`, which shop owners tend to copy along. */
export function shopBaseOf(baseUrl: string): string {
  return baseUrl
    .replace(/\/+$/, '')
    .replace(/\/api$/i, '')
    .replace(/\/+$/, '');
}
