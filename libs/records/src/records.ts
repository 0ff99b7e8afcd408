import type { SystemDriver } from '@sync/platforms';
import type { ConsentChannel, ConsentSource, Gender, ProductStatus } from './enumerations';

/** A platform field without a property of its own. Keys are namespaced: `<driver>.<field>` or `<driver>.meta.<key>`. */
export interface CustomAttributeData {
  key: string;
  value: string | number | boolean | null;
}

/** The fields that all records share. */
export interface RecordData {
  /** Assigned by this service; null until the record is stored or looked up. */
  id: string | null;
  /** The platform's own identifier: with the connection, the upsert key. */
  sourceId: string;
  system: SystemDriver;
  /** ISO 8601 as the platform gives it, which may lack an offset. */
  createdAt: string;
  /** The same instant in UTC, ISO 8601 with `Z`; null where the platform reveals neither an offset nor the instant. So are all `…Utc`. */
  createdAtUtc: string | null;
  /** ISO 8601; the creation time where the platform has none. */
  updatedAt: string;
  updatedAtUtc: string | null;
  /** Instant of the last modification, ISO 8601 UTC: decides which of two versions is newer. Null when unknown. Stored, never served. */
  modifiedAt: string | null;
  customAttributes: CustomAttributeData[];
}

export interface CustomerData extends RecordData {
  /** Null once the person was erased. A platform always gives one. */
  email: string | null;
  tags: string[];
  sourceCustomId: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  /** Salutation or academic title. */
  title: string | null;
  /** Postal-code shorthand. */
  zip: string | null;
  dateOfBirth: string | null;
  gender: Gender | null;
  newsletterConsent: ConsentData | null;
  addressBilling: AddressData | null;
  addressShipping: AddressData | null;
  orderCount: number | null;
  /** Lifetime spend in minor units. */
  totalSpent: number | null;
}

export interface ProductData extends RecordData {
  name: string;
  status: ProductStatus;
  categories: string[];
  tags: string[];
  sourceCustomId: string | null;
  sku: string | null;
  description: string | null;
  url: string | null;
  imageUrl: string | null;
  /** ISO 4217. */
  currency: string | null;
  brandName: string | null;
  targetGroup: string | null;
  /** Current price in minor units. */
  price: number | null;
  /** Price before discounts in minor units. */
  originalPrice: number | null;
  orderCount: number | null;
}

export interface OrderData extends RecordData {
  /** In the platform's words: order statuses have no shared vocabulary. */
  status: string;
  /** ISO 4217. */
  currency: string;
  /** Grand total in minor units. */
  total: number;
  lineItems: LineItemData[];
  tags: string[];
  sourceOrderNumber: string | null;
  /** This service's id of the linked customer; null until that customer is stored. */
  customerId: string | null;
  customerSourceId: string | null;
  totalTax: number | null;
  totalShipping: number | null;
  addressBilling: AddressData | null;
  addressShipping: AddressData | null;
  datePaid: string | null;
  datePaidUtc: string | null;
}

export interface LineItemData {
  sourceId: string;
  productSourceId: string;
  name: string;
  quantity: number;
  /** Minor units. */
  unitPrice: number;
  /** Minor units, after discounts. */
  total: number;
  /** This service's id of the linked product; null until that product is stored. */
  productId: string | null;
  productCustomId: string | null;
  sku: string | null;
  currency: string | null;
}

export interface ConsentData {
  subscribed: boolean;
  /** For example by double opt-in. */
  confirmed: boolean;
  channel: ConsentChannel;
  subscribedAt: string | null;
  subscribedAtUtc: string | null;
  confirmedAt: string | null;
  confirmedAtUtc: string | null;
  unsubscribedAt: string | null;
  unsubscribedAtUtc: string | null;
  source: ConsentSource | null;
  ipAddress: string | null;
}

export interface AddressData {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2 recommended. */
  country: string | null;
  phone: string | null;
  email: string | null;
  vatId: string | null;
}

/** The record type of each capability. */
export interface RecordOf {
  customers: CustomerData;
  products: ProductData;
  orders: OrderData;
}

export type AnyRecord = RecordOf[keyof RecordOf];
