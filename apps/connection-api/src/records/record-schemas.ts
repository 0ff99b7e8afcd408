import type { Schemas } from '@sync/http-api';
import { shops, systemDrivers } from '@sync/platforms';
import {
  consentChannels,
  consentSources,
  genders,
  productStatuses,
  type AddressData,
  type ConsentData,
  type CustomAttributeData,
  type CustomerData,
  type LineItemData,
  type OrderData,
  type ProductData,
  type RecordData,
  type SnakeCased,
  type SystemCapability,
} from '@sync/records';
import { objectOf, type FeedMembers, type MembersOf } from './schema-of';

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const text = (example: string, description?: string) => ({ type: 'string', example, description }) as const;
const amount = (example: number, description: string) =>
  ({ type: 'integer', example, description: `${description}, in hundredths of the currency unit, for every currency.` }) as const;
const listOf = <Items>(items: Items, description?: string) => ({ type: 'array', items, description }) as const;
const instant = { type: 'string', format: 'date-time', example: '2026-01-05T12:00:00.000Z' } as const;
const uuid = { type: 'string', format: 'uuid', example: '01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07' } as const;
const orNull = <S extends object>(schema: S) => ({ ...schema, nullable: true }) as const;
const nullableText = (example: string | null = null, description?: string) =>
  ({ type: 'string', nullable: true, example, description }) as const;
const asSentByTheShop = `As the shop gives it: ${shops.map(({ driver, records }) => `of ${driver} ${records.times}`).join(', ')}.`;
const shopTime = text('2026-01-05T13:00:00', asSentByTheShop);
const utcTime = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  example: '2026-01-05T12:00:00Z',
  description: 'The same instant in UTC. Null when the shop does not reveal it.',
} as const;
const withoutCurrency = shops.filter(({ records }) => !records.productsHaveCurrency).map(({ driver }) => driver);
const productCurrency = `ISO 4217.${withoutCurrency.length > 0 ? ` Products of ${new Intl.ListFormat('en').format(withoutCurrency)} carry none: null.` : ''}`;
const names = listOf(text('Tea'));

const shared: MembersOf<FeedMembers<RecordData>> = {
  id: { ...uuid, description: 'The id of the record in this service.' },
  source_id: text('517', "The platform's own identifier."),
  system: { type: 'string', enum: [...systemDrivers], example: systemDrivers[0] },
  system_connection_id: { ...uuid, description: 'The connection to the shop that the record comes from.' },
  created_at: shopTime,
  created_at_utc: utcTime,
  updated_at: shopTime,
  updated_at_utc: utcTime,
  synced_at: { ...instant, description: 'When this service last wrote the record, in UTC.' },
  deleted_at: { ...orNull(instant), example: null, description: 'When the shop deleted the record, in UTC. Null: not deleted.' },
  custom_attributes: listOf(ref('CustomAttribute'), 'Platform fields without a member of their own.'),
};

const customer = objectOf<FeedMembers<CustomerData>>('A customer of a shop.', {
  ...shared,
  email: nullableText('erika@example.com', 'Null once the person was erased, and so are the other members that say who it is.'),
  tags: names,
  source_custom_id: nullableText(null, 'Secondary identifier of the platform.'),
  first_name: nullableText('Erika'),
  last_name: nullableText('Muster'),
  phone: nullableText(),
  title: nullableText(null, 'Salutation or academic title.'),
  zip: nullableText(null, 'Postal code.'),
  date_of_birth: nullableText(),
  gender: { type: 'string', nullable: true, enum: [...genders], example: 'female' },
  newsletter_consent: { ...ref('Consent'), nullable: true },
  address_billing: { ...ref('Address'), nullable: true },
  address_shipping: { ...ref('Address'), nullable: true },
  order_count: { type: 'integer', nullable: true, example: 2, description: 'Number of orders to date.' },
  total_spent: orNull(amount(4990, 'Total spent to date')),
});

const product = objectOf<FeedMembers<ProductData>>('A product of a shop.', {
  ...shared,
  name: text('Green tea'),
  status: { type: 'string', enum: [...productStatuses], example: 'active' },
  categories: names,
  tags: names,
  source_custom_id: nullableText(null, 'Secondary identifier of the platform.'),
  sku: nullableText('TEA-1'),
  description: nullableText(null, 'Plain text.'),
  url: nullableText(),
  image_url: nullableText(null, 'URL of the first image.'),
  currency: nullableText('EUR', productCurrency),
  brand_name: nullableText(),
  target_group: nullableText(null, 'Audience, as the platform names it.'),
  price: orNull(amount(1990, 'Current price')),
  original_price: orNull(amount(2490, 'Price before discounts')),
  order_count: { type: 'integer', nullable: true, example: null, description: 'Times ordered.' },
});

const order = objectOf<FeedMembers<OrderData>>('An order in a shop, with its line items.', {
  ...shared,
  status: text('processing', 'As the platform names it; platforms share no vocabulary.'),
  currency: text('EUR', 'ISO 4217.'),
  total: amount(4990, 'Grand total'),
  line_items: listOf(ref('LineItem')),
  tags: names,
  source_order_number: nullableText('1517', 'The order number that people see.'),
  customer_id: {
    ...orNull(uuid),
    description: 'The id of the customer in this service. Null for guests and until the customer is imported.',
  },
  customer_source_id: nullableText('47', "The platform's identifier of the customer. Null for guests."),
  total_tax: orNull(amount(797, 'Tax')),
  total_shipping: orNull(amount(490, 'Shipping')),
  address_billing: { ...ref('Address'), nullable: true },
  address_shipping: { ...ref('Address'), nullable: true },
  date_paid: orNull(shopTime),
  date_paid_utc: utcTime,
});

const lineItem = objectOf<SnakeCased<LineItemData>>('A line of an order.', {
  source_id: text('9', "The platform's own identifier."),
  product_source_id: text('289', "The platform's identifier of the product."),
  name: text('Green tea', 'Name of the product at the time of purchase.'),
  quantity: { type: 'integer', example: 2 },
  unit_price: amount(1990, 'Price per unit'),
  total: amount(3980, 'Total of the line after discounts'),
  product_id: { ...orNull(uuid), description: 'The id of the product in this service. Null until the product is imported.' },
  product_custom_id: nullableText(null, 'Secondary identifier, for example of a variant.'),
  sku: nullableText('TEA-1'),
  currency: nullableText('EUR', 'ISO 4217.'),
});

const address = objectOf<SnakeCased<AddressData>>('An address.', {
  first_name: nullableText('Erika'),
  last_name: nullableText('Muster'),
  company: nullableText(),
  address1: nullableText('Hauptstraße 1', 'First line of the street.'),
  address2: nullableText(null, 'Second line of the street.'),
  city: nullableText('Berlin'),
  region: nullableText(null, 'State, province or region.'),
  postal_code: nullableText('10115'),
  country: nullableText('DE', 'ISO 3166-1 alpha-2 if the platform provides it.'),
  phone: nullableText(),
  email: nullableText(),
  vat_id: nullableText(null, 'VAT identification number.'),
});

const consent = objectOf<SnakeCased<ConsentData>>('Whether a customer wants a newsletter.', {
  subscribed: { type: 'boolean', example: true },
  confirmed: { type: 'boolean', example: false, description: 'For example by double opt-in.' },
  channel: { type: 'string', enum: [...consentChannels], example: 'email' },
  subscribed_at: nullableText('2026-01-05T13:00:00', asSentByTheShop),
  subscribed_at_utc: utcTime,
  confirmed_at: nullableText(null, asSentByTheShop),
  confirmed_at_utc: { ...utcTime, example: null },
  unsubscribed_at: nullableText(null, asSentByTheShop),
  unsubscribed_at_utc: { ...utcTime, example: null },
  source: { type: 'string', nullable: true, enum: [...consentSources], example: 'integration' },
  ip_address: nullableText(),
});

const customAttribute = objectOf<SnakeCased<CustomAttributeData>>('A platform field without a member of its own.', {
  key: text(`${systemDrivers[0]}.meta.origin`, '`<system>.<field>` or `<system>.meta.<key>`.'),
  value: { type: ['string', 'integer', 'boolean'], nullable: true, example: 'newsletter' },
});

/** The schemas of the records feed. */
export const recordSchemas = {
  Customer: customer,
  Order: order,
  Product: product,
  LineItem: lineItem,
  Address: address,
  Consent: consent,
  CustomAttribute: customAttribute,
} satisfies Schemas;

/** The schema of the records of each capability. */
export const schemaOf = {
  customers: 'Customer',
  orders: 'Order',
  products: 'Product',
} as const satisfies Record<SystemCapability, keyof typeof recordSchemas>;
