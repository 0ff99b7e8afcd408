/** The resources of the demo shop's webservice, in the singular. */
export const singulars = {
  addresses: 'address',
  categories: 'category',
  configurations: 'configuration',
  countries: 'country',
  currencies: 'currency',
  customers: 'customer',
  languages: 'language',
  order_slip: 'order_slip',
  order_states: 'order_state',
  orders: 'order',
  products: 'product',
  shops: 'shop',
  states: 'state',
} as const;

/** The list's name in a response: this one resource is named in the singular. */
export function listName(resource: ShopResource): string {
  return resource === 'order_slip' ? 'order_slips' : resource;
}

export type ShopResource = keyof typeof singulars;
export const shopResources = Object.keys(singulars) as readonly ShopResource[];

/** Another resource of the platform, which no key of this shop may read. */
export const forbiddenResource = 'tags';

export function resourceOf(name: string): ShopResource | null {
  return shopResources.find((resource) => resource === name) ?? null;
}
