import { toMinorUnits, type ProductData, type ProductStatus } from '@sync/records';
import { fieldAttributes } from '../mapping/custom-attributes';
import { decimalAttributes } from '../mapping/decimal-attributes';
import { decodeEntities, htmlToText } from '../mapping/html-text';
import { asRow, sourceId, text, UnmappableRow } from '../mapping/platform-values';
import { modifiedInstant, recordDates } from './record-dates';

const mapped = new Set([
  'id',
  'name',
  'status',
  'date_created',
  'date_modified',
  'sku',
  'price',
  'regular_price',
  'categories',
  'tags',
  'images',
  'permalink',
  'description',
]);

/** Any other status is inactive. */
const statuses = new Map<unknown, ProductStatus>([
  ['publish', 'active'],
  ['trash', 'deleted'],
]);

/** Skips a row without id or any date. */
export function mapProduct(value: unknown): ProductData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the product has no id');
  const dates = recordDates(row);
  if (dates === null) return new UnmappableRow(id, 'the product has no date');
  return {
    id: null,
    sourceId: id,
    system: 'commerce_a',
    name: text(row.name) ?? '',
    status: statuses.get(row.status) ?? 'inactive',
    ...dates,
    modifiedAt: modifiedInstant(row),
    categories: names(row.categories),
    tags: names(row.tags),
    // The platform does not report the currency of a product.
    customAttributes: fieldAttributes('commerce_a', row, mapped).concat(
      decimalAttributes('commerce_a', null, { price: row.price, original_price: row.regular_price }),
    ),
    sourceCustomId: null,
    sku: text(row.sku),
    description: plainDescription(row.description),
    url: text(row.permalink),
    imageUrl: Array.isArray(row.images) ? text(asRow(row.images[0])?.src) : null,
    currency: null,
    brandName: null,
    targetGroup: null,
    price: toMinorUnits(row.price),
    originalPrice: toMinorUnits(row.regular_price),
    orderCount: null,
  };
}

/** Skips blank names and empty objects. The platform escapes these names for HTML. */
function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const name = text(asRow(item)?.name);
    const decoded = name === null ? '' : decodeEntities(name);
    return decoded.trim() === '' ? [] : [decoded];
  });
}

function plainDescription(value: unknown): string | null {
  const description = text(value);
  return description === null ? null : htmlToText(description) || null;
}
