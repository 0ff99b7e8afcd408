/** Each enumeration is a constant list with the type of its members, so that code can validate against it and loop over it. */

export const genders = ['male', 'female', 'other', 'unknown'] as const;
export type Gender = (typeof genders)[number];

export const productStatuses = ['active', 'inactive', 'deleted'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const consentChannels = ['sms', 'email', 'general'] as const;
export type ConsentChannel = (typeof consentChannels)[number];

export const consentSources = ['api', 'import', 'admin', 'user', 'integration', 'offline'] as const;
export type ConsentSource = (typeof consentSources)[number];
