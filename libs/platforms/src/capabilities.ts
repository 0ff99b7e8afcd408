/** What a system can provide, in the order of a first export: orders refer to customers and products, so they come last. */
export const systemCapabilities = ['customers', 'products', 'orders'] as const;
export type SystemCapability = (typeof systemCapabilities)[number];
