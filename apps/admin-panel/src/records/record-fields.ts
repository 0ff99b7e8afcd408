import type { RecordKind } from '../api/representations';

/** How the value of a field is shown. */
export type FieldForm = 'text' | 'number' | 'money' | 'instant' | 'list' | 'address' | 'consent' | 'link';

/** The fields of each kind that a reader looks for, in the order of the look. The rest is in the whole record. */
export const recordFields = {
  customers: [
    ['first_name', 'text'],
    ['last_name', 'text'],
    ['email', 'text'],
    ['phone', 'text'],
    ['date_of_birth', 'text'],
    ['address_billing', 'address'],
    ['address_shipping', 'address'],
    ['newsletter_consent', 'consent'],
    ['order_count', 'number'],
    ['total_spent', 'money'],
  ],
  products: [
    ['name', 'text'],
    ['status', 'text'],
    ['sku', 'text'],
    ['price', 'money'],
    ['original_price', 'money'],
    ['brand_name', 'text'],
    ['categories', 'list'],
    ['url', 'link'],
    ['order_count', 'number'],
  ],
  orders: [
    ['source_order_number', 'text'],
    ['status', 'text'],
    ['total', 'money'],
    ['total_tax', 'money'],
    ['total_shipping', 'money'],
    ['date_paid_utc', 'instant'],
    ['customer_source_id', 'text'],
    ['address_billing', 'address'],
    ['address_shipping', 'address'],
  ],
} as const satisfies Record<RecordKind, readonly (readonly [string, FieldForm])[]>;

/** Of every kind. */
export const sharedFields = [
  ['tags', 'list'],
  ['created_at_utc', 'instant'],
  ['updated_at_utc', 'instant'],
  ['synced_at', 'instant'],
  ['deleted_at', 'instant'],
] as const satisfies readonly (readonly [string, FieldForm])[];
