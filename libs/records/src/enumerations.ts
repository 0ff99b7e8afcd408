/** Enumerations of the specification. Each is a constant list with the type of its members, so that it can be validated and looped over. */

export const systemDrivers = ['commerce_a', 'commerce_b', 'mailing_platform', 'user-platform'] as const;
export type SystemDriver = (typeof systemDrivers)[number];

/** The order is the one in which a first export runs: what orders refer to comes before orders. */
export const systemCapabilities = ['customers', 'products', 'orders'] as const;
export type SystemCapability = (typeof systemCapabilities)[number];

export const genders = ['male', 'female', 'other', 'unknown'] as const;
export type Gender = (typeof genders)[number];

export const productStatuses = ['active', 'inactive', 'deleted'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const consentChannels = ['sms', 'email', 'general'] as const;
export type ConsentChannel = (typeof consentChannels)[number];

export const consentSources = ['api', 'import', 'admin', 'user', 'integration', 'offline'] as const;
export type ConsentSource = (typeof consentSources)[number];
