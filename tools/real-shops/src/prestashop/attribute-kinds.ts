import { minor } from '../comparison/amounts';
import { shopTime } from './shop-time';
import type { Row } from './tables';

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
  ['position_in_category', 'type', 'id_default_combination', 'unit_price_ratio', 'low_stock_threshold'].map((name) => `commerce_b.${name}`),
);

/** The custom attributes of a row, without empty ones. */
export function attributesOf(row: Row, kinds: AttributeKinds): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const name of words(kinds.text)) attributes[name] = row[name]?.trim() || null;
  for (const name of words(kinds.flags)) attributes[name] = row[name] === '1';
  for (const name of words(kinds.money)) attributes[name] = minor(row[name]);
  for (const name of words(kinds.times)) attributes[name] = shopTime(row[name] ?? null);
  return attributes;
}

export function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
