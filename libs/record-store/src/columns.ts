import {
  cleanText,
  type AddressData,
  type ConsentData,
  type LineItemData,
  type OrderData,
  type RecordData,
  type RecordOf,
  type SystemCapability,
} from '@sync/records';

/** A column filled from a record. Its value is text that Postgres casts to the type, or null. */
export interface Column<R> {
  name: string;
  type: 'bigint' | 'json' | 'text' | 'text[]' | 'uuid';
  text: (record: R) => string | null;
}

/** Drops NUL and lone surrogates. JSON.stringify writes those as `\uXXXX`, and other characters hardly ever. */
function toJsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) {
    return text;
  }
  return text.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape, code: string) => (code.length === 5 ? '' : escape));
}

function text<R>(name: string, value: (record: R) => string | null): Column<R> {
  return {
    name,
    type: 'text',
    text: (record) => {
      const text = value(record);
      return typeof text === 'string' ? cleanText(text) : null;
    },
  };
}

function integer<R>(name: string, value: (record: R) => number | null): Column<R> {
  return { name, type: 'bigint', text: (record) => value(record)?.toString() ?? null };
}

function json<R>(name: string, value: (record: R) => object | null | undefined): Column<R> {
  return {
    name,
    type: 'json',
    text: (record) => {
      const member = value(record);
      return member ? toJsonText(member) : null;
    },
  };
}

function storedAddress(address: AddressData | null): object | null {
  return (
    address && {
      first_name: address.firstName,
      last_name: address.lastName,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      region: address.region,
      postal_code: address.postalCode,
      country: address.country,
      phone: address.phone,
      email: address.email,
      vat_id: address.vatId,
    }
  );
}

function storedConsent(consent: ConsentData | null): object | null {
  return (
    consent && {
      subscribed: consent.subscribed,
      confirmed: consent.confirmed,
      channel: consent.channel,
      subscribed_at: consent.subscribedAt,
      subscribed_at_utc: consent.subscribedAtUtc,
      confirmed_at: consent.confirmedAt,
      confirmed_at_utc: consent.confirmedAtUtc,
      unsubscribed_at: consent.unsubscribedAt,
      unsubscribed_at_utc: consent.unsubscribedAtUtc,
      source: consent.source,
      ip_address: consent.ipAddress,
    }
  );
}

/** `product_id` is filled in later: it depends on what else is stored. Linking may change the order of the members. */
function storedLineItems(items: LineItemData[]): object[] {
  return items.map((item) => ({
    source_id: item.sourceId,
    product_source_id: item.productSourceId,
    name: item.name,
    quantity: item.quantity,
    unit_price: item.unitPrice,
    total: item.total,
    product_id: null,
    product_custom_id: item.productCustomId,
    sku: item.sku,
    currency: item.currency,
  }));
}

const lineItemMembers = Object.keys(storedLineItems([{} as LineItemData])[0] ?? {});

/** The text of stored line items as the record brought them: without links, and with the members in order. */
export function unlinkedLineItems(stored: string): string {
  const items = JSON.parse(stored) as Record<string, unknown>[];
  return JSON.stringify(
    items.map((item) => Object.fromEntries(lineItemMembers.map((name) => [name, name === 'product_id' ? null : item[name]]))),
  );
}

function shared<R extends RecordData & { tags: string[] }>(): Column<R>[] {
  return [
    text('source_id', (record) => record.sourceId),
    text('system', (record) => record.system),
    text('created_at', (record) => record.createdAt),
    text('created_at_utc', (record) => record.createdAtUtc),
    text('updated_at', (record) => record.updatedAt),
    text('updated_at_utc', (record) => record.updatedAtUtc),
    json('tags', (record) => record.tags),
    json('custom_attributes', (record) => record.customAttributes),
  ];
}

/** Without links (customer_id, the product ids of line items): they depend on what else is stored. */
const orderColumns: Column<OrderData>[] = [
  ...shared<OrderData>(),
  integer('total', (order) => order.total),
  integer('total_tax', (order) => order.totalTax),
  integer('total_shipping', (order) => order.totalShipping),
  text('status', (order) => order.status),
  text('currency', (order) => order.currency),
  text('source_order_number', (order) => order.sourceOrderNumber),
  text('customer_source_id', (order) => order.customerSourceId),
  text('date_paid', (order) => order.datePaid),
  text('date_paid_utc', (order) => order.datePaidUtc),
  json('address_billing', (order) => storedAddress(order.addressBilling)),
  json('address_shipping', (order) => storedAddress(order.addressShipping)),
  json('line_items', (order) => storedLineItems(order.lineItems)),
];

/** The content columns by capability: an upsert hashes and replaces these. */
export const contentColumns: { [C in SystemCapability]: Column<RecordOf[C]>[] } = {
  customers: [
    ...shared<RecordOf['customers']>(),
    integer('order_count', (customer) => customer.orderCount),
    integer('total_spent', (customer) => customer.totalSpent),
    text('email', (customer) => customer.email),
    text('source_custom_id', (customer) => customer.sourceCustomId),
    text('first_name', (customer) => customer.firstName),
    text('last_name', (customer) => customer.lastName),
    text('phone', (customer) => customer.phone),
    text('title', (customer) => customer.title),
    text('zip', (customer) => customer.zip),
    text('date_of_birth', (customer) => customer.dateOfBirth),
    text('gender', (customer) => customer.gender),
    json('newsletter_consent', (customer) => storedConsent(customer.newsletterConsent)),
    json('address_billing', (customer) => storedAddress(customer.addressBilling)),
    json('address_shipping', (customer) => storedAddress(customer.addressShipping)),
  ],
  products: [
    ...shared<RecordOf['products']>(),
    integer('price', (product) => product.price),
    integer('original_price', (product) => product.originalPrice),
    integer('order_count', (product) => product.orderCount),
    text('name', (product) => product.name),
    text('status', (product) => product.status),
    text('source_custom_id', (product) => product.sourceCustomId),
    text('sku', (product) => product.sku),
    text('description', (product) => product.description),
    text('url', (product) => product.url),
    text('image_url', (product) => product.imageUrl),
    text('currency', (product) => product.currency),
    text('brand_name', (product) => product.brandName),
    text('target_group', (product) => product.targetGroup),
    json('categories', (product) => product.categories),
  ],
  orders: orderColumns,
};

const unknown = { system: `''`, created_at: `''`, updated_at: `''`, tags: `'[]'`, custom_attributes: `'[]'` };

const unknownOf: Record<SystemCapability, Record<string, string>> = {
  customers: { email: `''` },
  products: { name: `''`, status: `'deleted'`, categories: `'[]'` },
  orders: { total: '0', status: `''`, currency: `''`, line_items: `'[]'` },
};

/** SQL by column: what stands in the columns that are never null while the content is unknown. */
export function unknownContent(capability: SystemCapability): Record<string, string> {
  return { ...unknown, ...unknownOf[capability] };
}
