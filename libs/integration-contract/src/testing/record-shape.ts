import {
  consentChannels,
  consentSources,
  genders,
  productStatuses,
  type AddressData,
  type AnyRecord,
  type ConsentData,
  type CustomerData,
  type LineItemData,
  type OrderData,
  type ProductData,
  type SystemCapability,
} from '@sync/records';

/** What a member of a normalised record holds; `?` means nullable. */
export type Kind =
  /** Assigned by the service: null until the record is stored. */
  | 'service id'
  | 'source id'
  | 'source id?'
  | 'system'
  | 'text'
  | 'text?'
  | 'texts'
  | 'flag'
  | 'money'
  | 'money?'
  | 'count'
  | 'count?'
  | 'time'
  | 'time?'
  /** ISO 8601 in UTC. */
  | 'instant?'
  /** The instant of the member of this name without `Utc`, in UTC; null if it has none. */
  | 'utc'
  | 'currency'
  | 'currency?'
  | 'attributes'
  | { readonly oneOf: readonly string[]; readonly nullable: boolean }
  | { readonly listOf: Shape }
  | { readonly perhaps: Shape };

export type Shape = Readonly<Record<string, Kind>>;

/** Names every member, so a member added to a record fails to compile until it has a kind. */
type ShapeOf<T> = Readonly<Record<keyof T, Kind>>;

const address: ShapeOf<AddressData> = {
  firstName: 'text?',
  lastName: 'text?',
  company: 'text?',
  address1: 'text?',
  address2: 'text?',
  city: 'text?',
  region: 'text?',
  postalCode: 'text?',
  country: 'text?',
  phone: 'text?',
  email: 'text?',
  vatId: 'text?',
};

const consent: ShapeOf<ConsentData> = {
  subscribed: 'flag',
  confirmed: 'flag',
  channel: { oneOf: consentChannels, nullable: false },
  subscribedAt: 'time?',
  subscribedAtUtc: 'utc',
  confirmedAt: 'time?',
  confirmedAtUtc: 'utc',
  unsubscribedAt: 'time?',
  unsubscribedAtUtc: 'utc',
  source: { oneOf: consentSources, nullable: true },
  ipAddress: 'text?',
};

const lineItem: ShapeOf<LineItemData> = {
  sourceId: 'source id',
  productSourceId: 'source id',
  name: 'text',
  quantity: 'count',
  unitPrice: 'money',
  total: 'money',
  productId: 'service id',
  productCustomId: 'text?',
  sku: 'text?',
  currency: 'currency?',
};

const everyRecord = {
  id: 'service id',
  sourceId: 'source id',
  system: 'system',
  createdAt: 'time',
  createdAtUtc: 'utc',
  updatedAt: 'time',
  updatedAtUtc: 'utc',
  modifiedAt: 'instant?',
  customAttributes: 'attributes',
  tags: 'texts',
} as const;

const customer: ShapeOf<CustomerData> = {
  ...everyRecord,
  email: 'text',
  sourceCustomId: 'text?',
  firstName: 'text?',
  lastName: 'text?',
  phone: 'text?',
  title: 'text?',
  zip: 'text?',
  dateOfBirth: 'time?',
  gender: { oneOf: genders, nullable: true },
  newsletterConsent: { perhaps: consent },
  addressBilling: { perhaps: address },
  addressShipping: { perhaps: address },
  orderCount: 'count?',
  totalSpent: 'money?',
};

const product: ShapeOf<ProductData> = {
  ...everyRecord,
  name: 'text',
  status: { oneOf: productStatuses, nullable: false },
  categories: 'texts',
  sourceCustomId: 'text?',
  sku: 'text?',
  description: 'text?',
  url: 'text?',
  imageUrl: 'text?',
  currency: 'currency?',
  brandName: 'text?',
  targetGroup: 'text?',
  price: 'money?',
  originalPrice: 'money?',
  orderCount: 'count?',
};

const order: ShapeOf<OrderData> = {
  ...everyRecord,
  status: 'text',
  currency: 'currency',
  total: 'money',
  lineItems: { listOf: lineItem },
  sourceOrderNumber: 'text?',
  customerId: 'service id',
  customerSourceId: 'source id?',
  totalTax: 'money?',
  totalShipping: 'money?',
  addressBilling: { perhaps: address },
  addressShipping: { perhaps: address },
  datePaid: 'time?',
  datePaidUtc: 'utc',
};

const shapes: Record<SystemCapability, Shape> = { customers: customer, products: product, orders: order };

/** A member of a record with its path, such as `orders 17 lineItems[0].total`. */
export interface Member {
  at: string;
  kind: Kind;
  value: unknown;
  /** Of a `utc`, the member whose instant it is. */
  time?: unknown;
}

/** An object that lacks members or has unknown ones. */
export interface Misshapen {
  at: string;
  missing: string[];
  unknown: string[];
}

/** All members of a record at every level. Calls `misshapen` for each object that lacks members or has unknown ones. */
export function membersOf(
  capability: SystemCapability,
  record: AnyRecord,
  misshapen: (found: Misshapen) => void = () => undefined,
): Member[] {
  return walk(`${capability} ${record.sourceId}`, ' ', shapes[capability], record, misshapen);
}

function walk(at: string, mark: string, shape: Shape, value: unknown, misshapen: (found: Misshapen) => void): Member[] {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  const missing = Object.keys(shape).filter((name) => !Object.hasOwn(object, name));
  const unknown = Object.keys(object).filter((name) => !Object.hasOwn(shape, name));
  if (missing.length + unknown.length > 0) misshapen({ at, missing, unknown });
  return Object.entries(shape).flatMap(([name, kind]) => {
    const time = kind === 'utc' ? { time: object[name.replace(/Utc$/, '')] } : {};
    const member: Member = { at: `${at}${mark}${name}`, kind, value: object[name], ...time };
    return [member, ...inner(member, misshapen)];
  });
}

function inner({ at, kind, value }: Member, misshapen: (found: Misshapen) => void): Member[] {
  if (typeof kind !== 'object') return [];
  if ('perhaps' in kind) return value === null ? [] : walk(at, '.', kind.perhaps, value, misshapen);
  if (!('listOf' in kind) || !Array.isArray(value)) return [];
  return value.flatMap((item, index) => walk(`${at}[${index}]`, '.', kind.listOf, item, misshapen));
}
