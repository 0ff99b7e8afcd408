import { toMinorUnits, type ProductData } from '@sync/records';
import { decimalAttributes } from '../mapping/decimal-attributes';
import { htmlToText } from '../mapping/html-text';
import { asRow, sourceId, UnmappableRow, type PlatformRow } from '../mapping/platform-values';
import { moneyFields, scalarAttributes, type FieldKinds } from './scalar-attributes';
import { recordDates } from './shop-dates';
import { associated, flag, inLanguage, onlyInLanguage, plainText, referenceTo } from './shop-values';
import type { ShopZone } from './shop-zone';

export interface ProductContext {
  zone: ShopZone | null;
  /** Id of the shop's default language. */
  language: string | null;
  /** The shop's default currency, which all prices use; ISO 4217. */
  currency: string | null;
  /** Names by id, without the roots of the tree, to which every product belongs. */
  categories: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
  /** The shop's root address. */
  shopBase: string;
  imageType: string;
}

const kinds: FieldKinds = {
  mapped: new Set([
    'id',
    'name',
    'reference',
    'active',
    'state',
    'date_add',
    'date_upd',
    'price',
    'id_default_image',
    'manufacturer_name',
    // Always 0: the stock is in another resource, and changes of it touch no product.
    'quantity',
    // Multi-language texts: lists, not scalars, if the shop has several languages.
    'description',
    'description_short',
    'link_rewrite',
    'meta_title',
    'meta_description',
    'meta_keywords',
    'available_now',
    'available_later',
    'delivery_in_stock',
    'delivery_out_stock',
  ]),
  flags: new Set([
    'available_for_order',
    'on_sale',
    'online_only',
    'show_price',
    'show_condition',
    'is_virtual',
    'advanced_stock_management',
    'quantity_discount',
    'cache_is_pack',
    'cache_has_attachments',
    'indexed',
    'low_stock_alert',
  ]),
  money: new Set(['ecotax', 'unit_price', 'additional_shipping_cost']),
};

/** Skips a row without id. Prices are net. */
export function mapProduct(value: unknown, context: ProductContext): ProductData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the product has no id');
  const { zone, language, currency } = context;
  const { datesLost, ...dates } = recordDates(row, zone);
  const customAttributes = scalarAttributes(row, kinds, zone);
  if (datesLost) customAttributes.push({ key: 'commerce_b.dates_lost', value: true });
  const price = toMinorUnits(row.price);
  return {
    id: null,
    sourceId: id,
    system: 'commerce_b',
    name: inLanguage(row.name, language) ?? `#${id}`,
    status: flag(row.active) && sourceId(row.state) !== '0' ? 'active' : 'inactive',
    ...dates,
    categories: categoriesOf(row, context),
    tags: namesOf(associatedIds(row, 'tags'), context.tags),
    customAttributes: customAttributes.concat(
      decimalAttributes('commerce_b', currency, { price: row.price, original_price: row.price, ...moneyFields(row, kinds) }),
    ),
    sourceCustomId: null,
    sku: plainText(row.reference),
    description: descriptionOf(row, language),
    // The public URL depends on the shop's settings; this form always works.
    url: `${context.shopBase}/index.php?controller=product&id_product=${encodeURIComponent(id)}`,
    imageUrl: imageUrlOf(row, context),
    currency,
    brandName: plainText(row.manufacturer_name),
    targetGroup: null,
    price,
    // Discounts depend on the visitor.
    originalPrice: price,
    orderCount: null,
  };
}

/** In the product's order, with its default category first. */
function categoriesOf(row: PlatformRow, { categories }: ProductContext): string[] {
  const first = referenceTo(row.id_category_default) ?? [];
  return namesOf([first, associatedIds(row, 'categories')].flat(), categories);
}

function associatedIds(row: PlatformRow, name: string): string[] {
  return associated(row, name).flatMap((entry) => referenceTo(entry.id) ?? []);
}

/** Each name once, where its id comes first. */
function namesOf(ids: readonly string[], names: ReadonlyMap<string, string>): string[] {
  return [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
}

/** The short text of the shop's language comes before the long one of another language. */
function descriptionOf({ description, description_short: short }: PlatformRow, language: string | null): string | null {
  const own = readable(onlyInLanguage(description, language)) ?? readable(onlyInLanguage(short, language));
  return own ?? readable(inLanguage(description, language)) ?? readable(inLanguage(short, language));
}

function readable(html: string | null): string | null {
  return html === null ? null : htmlToText(html) || null;
}

/** The public URL: the webservice's one would need the key. */
function imageUrlOf(row: PlatformRow, { shopBase, imageType }: ProductContext): string | null {
  const id = referenceTo(row.id_default_image) ?? associatedIds(row, 'images')[0];
  if (id === undefined || !/^\d+$/.test(id)) return null;
  return `${shopBase}/img/p/${[...id].join('/')}/${id}${imageType === '' ? '' : `-${imageType}`}.jpg`;
}
