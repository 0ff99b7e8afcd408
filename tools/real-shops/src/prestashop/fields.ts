import { minor } from '../amounts';
import type { ExpectedRecord } from '../compare-records';
import type { Row } from '../mariadb';

const driver = 'commerce_b';
const zone = 'Europe/Berlin';
/** The earlier instant first: of an hour that occurs twice, the first counts. */
const offsets = ['+02:00', '+01:00'];
const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });

/** A time of the shop's clock, as ISO 8601 with its offset. Null for no time and zero dates. */
export function shopTime(text: string | null | undefined): string | null {
  if (!text || text.startsWith('0000')) return null;
  const bare = text.replace(' ', 'T');
  const offset = offsets.find((each) => local.format(new Date(bare + each)) === text) ?? offsets[1];
  return `${bare}${offset}`;
}

/** What every record has. The two dates stand in for each other. */
export function common(row: Row, id: string, attributes: Record<string, unknown>): ExpectedRecord {
  const [added, changed] = [shopTime(row.date_add), shopTime(row.date_upd)];
  const [created, updated] = [added ?? changed, changed ?? added];
  return {
    source_id: String(row[id]),
    system: driver,
    created_at: created,
    created_at_utc: created,
    updated_at: updated,
    updated_at_utc: updated,
    custom_attributes: Object.entries(attributes).map(([name, value]) => ({ key: `${driver}.${name}`, value })),
  };
}

/** How the columns of a table appear among the custom attributes: ids and numbers as text, flags, money in hundredths, times. */
interface AttributeKinds {
  text: string;
  flags: string;
  money: string;
  times: string;
}

export const customerAttributes: AttributeKinds = {
  text: 'id_default_group id_lang id_risk id_shop id_shop_group max_payment_days company website siret ape',
  flags: 'deleted optin active is_guest show_public_prices',
  money: 'outstanding_allow_amount',
  times: '',
};

export const orderAttributes: AttributeKinds = {
  text:
    'id_cart id_lang id_carrier module invoice_number delivery_number id_shop_group id_shop payment carrier_tax_rate round_mode ' +
    'round_type conversion_rate',
  flags: 'valid recyclable gift mobile_theme',
  money:
    'total_discounts total_discounts_tax_incl total_discounts_tax_excl total_paid total_paid_tax_excl total_paid_real total_products ' +
    'total_products_wt total_shipping_tax_incl total_wrapping total_wrapping_tax_incl total_wrapping_tax_excl',
  times: 'invoice_date delivery_date',
};

export const productAttributes: AttributeKinds = {
  text:
    'id_manufacturer id_supplier id_category_default cache_default_attribute id_tax_rules_group id_shop_default supplier_reference location ' +
    'width height depth weight ean13 isbn upc mpn additional_delivery_times product_type minimal_quantity unity customizable text_fields ' +
    'uploadable_files redirect_type id_type_redirected condition visibility pack_stock_type',
  flags:
    'quantity_discount cache_is_pack cache_has_attachments is_virtual on_sale online_only low_stock_alert available_for_order ' +
    'show_condition show_price indexed advanced_stock_management',
  money: 'ecotax unit_price additional_shipping_cost',
  times: '',
};

/** Custom attributes that the webservice works out by itself: no column holds them. */
export const computedAttributes: ReadonlySet<string> = new Set(
  ['position_in_category', 'type', 'id_default_combination', 'unit_price_ratio', 'low_stock_threshold'].map((name) => `${driver}.${name}`),
);

/** The custom attributes of a row, without empty ones. */
export function attributesOf(row: Row, kinds: AttributeKinds): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const name of words(kinds.text)) attributes[name] = row[name]?.trim() || null;
  for (const name of words(kinds.flags)) attributes[name] = row[name] === '1';
  for (const name of words(kinds.money)) attributes[name] = minor(row[name]);
  for (const name of words(kinds.times)) attributes[name] = shopTime(row[name]);
  return attributes;
}

export function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
