import { links } from './customer';
import { SeededRandom } from './seeded-random';
import { createdMs, modifiedMs, saltOf, type ShopSetup } from './shop-setup';
import { dateTexts } from './shop-time';
import { adjectives, productKinds, productTags, uncategorized, type ProductKind } from './vocabulary';

/** What orders and the product list both need to know of a product. */
export interface ProductFacts {
  id: number;
  name: string;
  kind: ProductKind;
  sku: string;
  /** Current price in hundredths, taxes included; null: not priced. */
  price: number | null;
  regularPrice: number | null;
  variable: boolean;
  status: 'publish' | 'draft' | 'pending' | 'private';
  photo: number;
}

/** "1234" hundredths as the shop writes them: "12.34". */
export function money(hundredths: number): string {
  const sign = hundredths < 0 ? '-' : '';
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function productFacts(setup: ShopSetup, id: number): ProductFacts {
  const random = new SeededRandom(setup.seed, saltOf('products'), id);
  const kind = random.pick(productKinds);
  const regular = random.between(...kind.price);
  const unpriced = random.chance(0.03);
  const variable = kind.sizes !== undefined && random.chance(0.5);
  const onSale = !variable && random.chance(0.2);
  const status = random.chance(0.93) ? 'publish' : random.pick(['draft', 'pending', 'private'] as const);
  return {
    id,
    name: `${random.pick(adjectives)} ${kind.noun} ${id}`,
    kind,
    sku: random.chance(0.05) ? '' : `SKU-${String(id).padStart(4, '0')}`,
    price: unpriced ? null : onSale ? Math.round(regular * 0.8) : regular,
    regularPrice: unpriced ? null : regular,
    variable,
    status,
    photo: random.between(1, 12),
  };
}

export function variationId(productId: number, size: number): number {
  return 1_000_000 + productId * 10 + size;
}

export function photoSource(setup: ShopSetup, photo: number): string {
  return `${setup.storeBase}/wp-content/uploads/2025/11/product-photo-${photo}.png`;
}

function slugOf(name: string): string {
  const ascii = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss');
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function description(random: SeededRandom, name: string): string {
  if (random.chance(0.08)) return '';
  const extra = random.pick([
    '',
    '',
    '<p>3 < 5 and 7 > 2 — with an em dash</p>\n',
    '<p><script>alert("x")</script></p>\n<style>.a{color:red}</style>\n',
  ]);
  return `<p>Our <strong>${name}</strong> is made with care.</p>\n<ul>\n<li>100&nbsp;% Baumwolle</li>\n<li>Größe: M &amp; L</li>\n</ul>\n${extra}`;
}

function image(setup: ShopSetup, photo: number, uploaded: { local: string | null; gmt: string | null }) {
  const src = photoSource(setup, photo);
  const dates = {
    date_created: uploaded.local,
    date_created_gmt: uploaded.gmt,
    date_modified: uploaded.local,
    date_modified_gmt: uploaded.gmt,
  };
  const name = `product-photo-${photo}`;
  return { id: 9 + photo, ...dates, src, name, alt: '', srcset: '', sizes: '(max-width: 64px) 100vw, 64px', thumbnail: src };
}

function identity(setup: ShopSetup, facts: ProductFacts, random: SeededRandom) {
  const created = dateTexts(createdMs(setup, 'products', facts.id), setup.timeZone);
  const modified = dateTexts(modifiedMs(setup, 'products', facts.id), setup.timeZone);
  const slug = facts.status === 'draft' ? '' : slugOf(facts.name);
  return {
    id: facts.id,
    name: facts.name,
    slug,
    permalink: slug === '' ? `${setup.storeBase}/?post_type=product&p=${facts.id}` : `${setup.storeBase}/product/${slug}/`,
    date_created: created.local,
    date_created_gmt: created.gmt,
    date_modified: modified.local,
    date_modified_gmt: modified.gmt,
    type: facts.variable ? 'variable' : 'simple',
    status: facts.status,
    featured: random.chance(0.05),
    catalog_visibility: 'visible',
    description: description(random, facts.name),
    short_description: random.chance(0.5) ? `<p><em>Short</em> text ${facts.id}</p>\n` : '',
  };
}

function prices({ sku, price, regularPrice, variable }: ProductFacts, random: SeededRandom) {
  const onSale = price !== null && regularPrice !== null && price < regularPrice;
  return {
    sku,
    price: price === null ? '' : money(price),
    regular_price: regularPrice === null || variable ? '' : money(regularPrice),
    sale_price: onSale ? money(price) : '',
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: onSale,
    purchasable: price !== null,
    total_sales: random.between(0, 60),
  };
}

const neverDownloadable = {
  virtual: false,
  downloadable: false,
  downloads: [],
  download_limit: -1,
  download_expiry: -1,
  external_url: '',
  button_text: '',
};

function stockAndShipping(random: SeededRandom) {
  const managed = random.chance(0.4);
  return {
    tax_status: 'taxable',
    tax_class: '',
    manage_stock: managed,
    stock_quantity: managed ? random.between(1, 80) : null,
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    low_stock_amount: null,
    sold_individually: false,
    weight: random.chance(0.5) ? (random.between(5, 400) / 100).toString() : '',
    dimensions: random.chance(0.5) ? { length: '10', width: '5.5', height: '' } : { length: '', width: '', height: '' },
    shipping_required: true,
    shipping_taxable: true,
    shipping_class: '',
    shipping_class_id: 0,
  };
}

/** A product as REST v3 lists it: drafts, pending and private ones too. */
export function productRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const facts = productFacts(setup, id);
  const random = new SeededRandom(setup.seed, saltOf('products'), id, 1);
  const uploaded = dateTexts(createdMs(setup, 'products', id), setup.timeZone);
  const sizes = facts.variable ? (facts.kind.sizes ?? []) : [];
  const amount =
    facts.price === null
      ? ''
      : `<bdi><span class="woocommerce-Price-currencySymbol" translate="no">&euro;</span>${money(facts.price)}</bdi>`;
  return {
    ...identity(setup, facts, random),
    ...prices(facts, random),
    ...neverDownloadable,
    ...stockAndShipping(random),
    reviews_allowed: true,
    average_rating: '0.00',
    rating_count: 0,
    upsell_ids: [],
    cross_sell_ids: [],
    parent_id: 0,
    purchase_note: '',
    categories: random.chance(0.1) ? [uncategorized] : [facts.kind.category],
    brands: [],
    tags: productTags.filter(() => random.chance(0.2)),
    images: random.chance(0.8) ? [image(setup, facts.photo, uploaded)] : [],
    attributes: facts.variable ? [{ id: 0, name: 'Size', slug: 'Size', position: 0, visible: true, variation: true, options: sizes }] : [],
    default_attributes: [],
    variations: sizes.map((_, size) => variationId(id, size)),
    grouped_products: [],
    menu_order: 0,
    price_html: amount === '' ? '' : `<span class="woocommerce-Price-amount amount">${amount}</span>`,
    related_ids: [],
    meta_data: random.chance(0.2) ? [{ id: id * 10, key: 'flags', value: { fragile: true, levels: [1, 2, 3] } }] : [],
    stock_status: 'instock',
    has_options: facts.variable,
    post_password: '',
    global_unique_id: random.chance(0.3) ? String(4_000_000_000_000 + id) : '',
    _links: links(setup, 'products', id),
  };
}
