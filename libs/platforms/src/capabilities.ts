/** What a system can provide, in the order of a first export: orders refer to customers and products, so they come last. */
export const systemCapabilities = ['customers', 'products', 'orders'] as const;
export type SystemCapability = (typeof systemCapabilities)[number];

/** In the order in which people see them. */
export const shownCapabilities = ['customers', 'orders', 'products'] as const satisfies SystemCapability[];

/** English labels. */
export const capabilityLabels: Readonly<Record<SystemCapability, string>> = {
  customers: 'Customers',
  orders: 'Orders',
  products: 'Products',
};
