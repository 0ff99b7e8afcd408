import type { ShopCollection } from '../commerce-a/data/shop-setup';

/** What the webservice of the demo shop offers, with the name of one of them. */
export const singulars = {
  addresses: 'address',
  categories: 'category',
  configurations: 'configuration',
  countries: 'country',
  currencies: 'currency',
  customers: 'customer',
  languages: 'language',
  manufacturers: 'manufacturer',
  order_states: 'order_state',
  orders: 'order',
  products: 'product',
  shops: 'shop',
  states: 'state',
} as const satisfies Record<ShopCollection | 'addresses' | 'shops', string> & Record<string, string>;

export type ShopResource = keyof typeof singulars;
export const shopResources = Object.keys(singulars) as readonly ShopResource[];

/** Other resources of the platform, on which no key of this shop has a right. */
export const unofferedResources: readonly string[] = [
  'carriers',
  'cart_rules',
  'carts',
  'combinations',
  'contacts',
  'deliveries',
  'employees',
  'groups',
  'guests',
  'image_types',
  'images',
  'order_carriers',
  'order_cart_rules',
  'order_details',
  'order_histories',
  'order_invoices',
  'order_payments',
  'order_slip',
  'price_ranges',
  'product_feature_values',
  'product_features',
  'product_option_values',
  'product_options',
  'product_suppliers',
  'search',
  'shop_groups',
  'shop_urls',
  'specific_prices',
  'stock_availables',
  'stores',
  'suppliers',
  'tags',
  'tax_rule_groups',
  'tax_rules',
  'taxes',
  'zones',
];

export function resourceOf(name: string): ShopResource | null {
  return shopResources.find((resource) => resource === name) ?? null;
}
