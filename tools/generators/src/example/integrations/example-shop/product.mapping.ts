import { toMinorUnits, type ProductData, type ProductStatus } from '@sync/records';
import { htmlToText } from '../../../../../../libs/integrations/src/mapping/html-text';
import { text, UnmappableRow, type PlatformRow } from '../../../../../../libs/integrations/src/mapping/platform-values';
import { currencyCode, sharedFields } from './shared-fields';

/** Any other status becomes inactive. */
const statuses = new Map<unknown, ProductStatus>([
  ['published', 'active'],
  ['deleted', 'deleted'],
]);

export function mapProduct(row: PlatformRow): ProductData | UnmappableRow {
  const { name, status, sku, description, url, image_url, currency, brand, price, list_price, categories, tags, ...others } = row;
  const shared = sharedFields(others);
  if (shared instanceof UnmappableRow) return shared;
  return {
    ...shared,
    name: text(name) ?? '',
    status: statuses.get(status) ?? 'inactive',
    categories: texts(categories),
    tags: texts(tags),
    sourceCustomId: null,
    sku: text(sku),
    description: htmlToText(text(description) ?? '') || null,
    url: text(url),
    imageUrl: text(image_url),
    currency: currencyCode(currency),
    brandName: text(brand),
    targetGroup: null,
    price: toMinorUnits(price),
    originalPrice: toMinorUnits(list_price),
    orderCount: null,
  };
}

/** Leaves out blank names. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((name) => name !== null) : [];
}
