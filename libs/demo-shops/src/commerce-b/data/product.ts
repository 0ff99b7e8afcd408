import { SeededRandom } from '../../commerce-a/data/seeded-random';
import { adjectives, categoryPath, manufacturers, productKinds, type ProductKind } from './catalogue';
import { decimalText } from './decimal-text';
import { joined } from './joined-fields';
import { InLanguages, sameInLanguages, type ShopLanguage } from './languages';
import { createdMs, modifiedMs, salts, shopTime, zeroDate, type ShopSetup } from './shop-setup';

/** What orders and the product list both need to know of a product. */
export interface ProductFacts {
  id: number;
  kind: ProductKind;
  adjective: string;
  reference: string;
  ean: string;
  /** Before taxes, in millionths of the shop's default currency. */
  net: number;
  taxed: boolean;
  /** Share that a specific price takes off. */
  reduction: number;
  sizes: readonly string[];
}

export const taxRate = 0.19;

export function productFacts(setup: ShopSetup, id: number): ProductFacts {
  const random = new SeededRandom(setup.seed, salts.products, id);
  const kind = random.pick(productKinds);
  const gross = random.between(...kind.price);
  const taxed = random.chance(0.86);
  return {
    id,
    kind,
    adjective: random.pick(adjectives),
    reference: random.chance(0.06) ? '' : `RIG-${String(id).padStart(4, '0')}`,
    ean: random.chance(0.25) ? String(4_000_000_000_000 + (id % 1_000_000_000)) : '',
    net: random.chance(0.02) ? 0 : Math.round((gross * 10_000) / (taxed ? 1 + taxRate : 1)),
    taxed,
    reduction: random.chance(0.15) ? 0.2 : 0,
    sizes: kind.sizes && random.chance(0.5) ? kind.sizes : [],
  };
}

export function productName({ adjective, kind, id }: ProductFacts, language: ShopLanguage): string {
  return language === 'fr' ? `${kind.noun.fr} ${adjective} ${id}` : `${adjective} ${kind.noun[language]} ${id}`;
}

export function combinationId(productId: number, size: number): number {
  return productId * 10 + size;
}

/** What `price[…]` asks for: by default with taxes and reductions. */
export function computedPrice(facts: ProductFacts, useTax: boolean, useReduction: boolean): string {
  const reduced = useReduction ? facts.net * (1 - facts.reduction) : facts.net;
  return decimalText(Math.round((useTax && facts.taxed ? reduced * (1 + taxRate) : reduced) / 10_000) * 10_000);
}

function slug(text: string): string {
  const ascii = text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '').replaceAll('ß', 'ss'); // prettier-ignore
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const care: Record<ShopLanguage, string> = {
  en: '<p>Made with <strong>care</strong> &amp; love.</p>\n<ul><li>100 % cotton</li></ul>',
  de: '<p>Mit <strong>Sorgfalt</strong> gemacht.</p>\n<style>.a{color:red}</style>',
  fr: '<p>Fait avec <strong>soin</strong>.</p>',
};
const short: Record<ShopLanguage, string> = { en: '<p>Short', de: '<p>Kurz', fr: '<p>Bref' };

/** Not everything is translated: a text may be empty in a language. */
function texts({ languages }: ShopSetup, facts: ProductFacts, random: SeededRandom) {
  const none = sameInLanguages(languages, '');
  const each = (text: (language: ShopLanguage, index: number) => string) => new InLanguages(languages.map(text));
  const described = random.chance(0.9);
  const translated = random.chance(0.7);
  return {
    meta_description: none,
    meta_keywords: none,
    meta_title: none,
    link_rewrite: each((language) => slug(productName(facts, language))),
    name: each((language) => productName(facts, language)),
    description: each((language, index) => (described && (index === 0 || translated) ? care[language] : '')),
    description_short: each((language) => `${short[language]} ${facts.id}</p>`),
    available_now: none,
    available_later: none,
  };
}

function associations(facts: ProductFacts, images: readonly string[], random: SeededRandom) {
  const rows = (ids: readonly (number | string)[]) => ids.map((id) => ({ id: String(id) }));
  const combinations = facts.sizes.map((_, size) => combinationId(facts.id, size));
  return {
    categories: rows([2, ...categoryPath(facts.kind.category)]),
    images: rows(images),
    combinations: rows(combinations),
    product_option_values: rows(facts.sizes.map((_, size) => size + 1)),
    tags: rows(random.chance(0.2) ? [1, 2, 3] : []),
    stock_availables: [0, ...combinations].map((combination) => ({
      id: String(facts.id * 100 + (combination % 10) + (combination === 0 ? 0 : 1)),
      id_product_attribute: String(combination),
    })),
  };
}

function identity(facts: ProductFacts, image: string, random: SeededRandom) {
  const manufacturer = random.chance(0.4) ? random.pick(manufacturers) : null;
  const combination = facts.sizes.length > 0 ? combinationId(facts.id, 0) : 0;
  return {
    id: facts.id,
    id_manufacturer: String(manufacturer?.id ?? 0),
    id_supplier: '0',
    id_category_default: String(facts.kind.category),
    new: null,
    cache_default_attribute: String(combination),
    id_default_image: image,
    id_default_combination: combination,
    id_tax_rules_group: facts.taxed ? '1' : '0',
    position_in_category: String(random.between(1, 140)),
    manufacturer_name: manufacturer?.name ?? false,
    quantity: '0',
    type: facts.kind.virtual ? 'virtual' : 'simple',
    id_shop_default: '1',
    reference: facts.reference,
    supplier_reference: '',
    location: '',
    width: '0.000000',
    height: '0.000000',
    depth: '0.000000',
    weight: facts.kind.virtual ? '0.000000' : '0.250000',
    quantity_discount: '0',
    ean13: facts.ean,
    isbn: '',
    upc: '',
    mpn: random.chance(0.15) ? `MPN/${facts.id}` : '',
  };
}

function stock({ languages }: ShopSetup, facts: ProductFacts) {
  const none = sameInLanguages(languages, '');
  return {
    cache_is_pack: '0',
    cache_has_attachments: '0',
    is_virtual: facts.kind.virtual ? '1' : '0',
    state: '1',
    additional_delivery_times: '1',
    delivery_in_stock: none,
    delivery_out_stock: none,
    product_type: facts.kind.virtual ? 'virtual' : facts.sizes.length > 0 ? 'combinations' : 'standard',
  };
}

/** The price is before taxes, in the shop's default currency, before any reduction. */
function sale(facts: ProductFacts, random: SeededRandom) {
  return {
    on_sale: facts.reduction > 0 ? '1' : '0',
    online_only: '0',
    ecotax: '0.000000',
    minimal_quantity: '1',
    low_stock_threshold: null,
    low_stock_alert: '0',
    price: decimalText(facts.net),
    wholesale_price: random.chance(0.1) ? decimalText(Math.round(facts.net * 0.4)) : '0.000000',
    unity: '',
    unit_price: '0.000000',
    unit_price_ratio: '0.000000',
    additional_shipping_cost: '0.000000',
    customizable: '0',
    text_fields: '0',
    uploadable_files: '0',
    active: random.chance(0.92) ? '1' : '0',
    redirect_type: 'default',
    id_type_redirected: '0',
    available_for_order: '1',
    available_date: zeroDate,
    show_condition: '0',
    condition: random.chance(0.9) ? 'new' : 'used',
    show_price: '1',
    indexed: '0',
    visibility: random.pick(['both', 'both', 'both', 'both', 'both', 'both', 'both', 'catalog', 'none']),
    advanced_stock_management: '0',
  };
}

/** A product as the webservice shows it: inactive ones too; without addresses of its page and its pictures. */
export function productRecord(setup: ShopSetup, id: number): Record<string, unknown> {
  const facts = productFacts(setup, id);
  const random = new SeededRandom(setup.seed, salts.products, id, 1);
  const images = random.chance(0.94) ? [String(2 * id), ...(random.chance(0.2) ? [String(2 * id + 1)] : [])] : [];
  return joined(
    identity(facts, images[0] ?? '', random),
    stock(setup, facts),
    sale(facts, random),
    {
      date_add: shopTime(createdMs(setup, 'products', id), setup.timeZone),
      date_upd: shopTime(modifiedMs(setup, 'products', id), setup.timeZone),
      pack_stock_type: '3',
    },
    texts(setup, facts, random),
    { associations: associations(facts, images, random) },
  );
}
