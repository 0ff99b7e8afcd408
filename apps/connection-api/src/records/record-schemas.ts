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
} from '@sync/records';
import { objectOf, type FeedMembers, type MembersOf, type Schemas } from './schema-of';

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const text = (example: string, description?: string) => ({ type: 'string', example, description }) as const;
const amount = (example: number, description: string) =>
  ({ type: 'integer', example, description: `${description}, in hundredths of the currency, whatever the currency.` }) as const;
const listOf = <Items>(items: Items, description?: string) => ({ type: 'array', items, description }) as const;
const instant = { type: 'string', format: 'date-time', example: '2026-01-05T12:00:00.000Z' } as const;
const uuid = { type: 'string', format: 'uuid', example: '01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07' } as const;
const orNull = <S extends object>(schema: S) => ({ ...schema, nullable: true }) as const;
const maybeText = (example: string | null = null, description?: string) =>
  ({ type: 'string', nullable: true, example, description }) as const;
const asTheShopGivesIt = `As the shop gives it: ${shops.map(({ driver, records }) => `of ${driver} ${records.times}`).join(', ')}.`;
const shopTime = text('2026-01-05T13:00:00', asTheShopGivesIt);
const withoutCurrency = shops.filter(({ records }) => !records.productsHaveCurrency).map(({ driver }) => driver);
const productCurrency = `ISO 4217.${withoutCurrency.length > 0 ? ` Products of ${new Intl.ListFormat('en').format(withoutCurrency)} carry none: null.` : ''}`;
const names = listOf(text('Tea'));

const shared: MembersOf<FeedMembers<RecordData>> = {
  id: { ...uuid, description: "This service's id of the record." },
  source_id: text('517', "The platform's own identifier."),
  system: { type: 'string', enum: [...systemDrivers], example: systemDrivers[0] },
  system_connection_id: { ...uuid, description: 'The shop that it comes from.' },
  created_at: shopTime,
  updated_at: shopTime,
  synced_at: { ...instant, description: 'When the service wrote it, in UTC.' },
  deleted_at: { ...orNull(instant), example: null, description: 'When the shop deleted it, in UTC. Null: it is there.' },
  custom_attributes: listOf(ref('CustomAttribute'), 'Fields of the platform that have no member of their own.'),
};

const customer = objectOf<FeedMembers<CustomerData>>('A customer of a shop.', {
  ...shared,
  email: text('erika@example.com'),
  tags: names,
  source_custom_id: maybeText(null, 'Secondary identifier of the platform.'),
  first_name: maybeText('Erika'),
  last_name: maybeText('Muster'),
  phone: maybeText(),
  title: maybeText(null, 'Salutation or academic title.'),
  zip: maybeText(null, 'Postal code, for short.'),
  date_of_birth: maybeText(),
  gender: { type: 'string', nullable: true, enum: [...genders], example: 'female' },
  newsletter_consent: { ...ref('Consent'), nullable: true },
  address_billing: { ...ref('Address'), nullable: true },
  address_shipping: { ...ref('Address'), nullable: true },
  order_count: { type: 'integer', nullable: true, example: 2, description: 'Orders so far.' },
  total_spent: orNull(amount(4990, 'Spent so far')),
});

const product = objectOf<FeedMembers<ProductData>>('A product of a shop.', {
  ...shared,
  name: text('Green tea'),
  status: { type: 'string', enum: [...productStatuses], example: 'active' },
  categories: names,
  tags: names,
  source_custom_id: maybeText(null, 'Secondary identifier of the platform.'),
  sku: maybeText('TEA-1'),
  description: maybeText(null, 'Plain text.'),
  url: maybeText(),
  image_url: maybeText(null, 'The first image.'),
  currency: maybeText('EUR', productCurrency),
  brand_name: maybeText(),
  target_group: maybeText(null, 'Audience, as the platform names it.'),
  price: orNull(amount(1990, 'Price now')),
  original_price: orNull(amount(2490, 'Price before discounts')),
  order_count: { type: 'integer', nullable: true, example: null, description: 'Times ordered.' },
});

const order = objectOf<FeedMembers<OrderData>>('An order in a shop, with its line items.', {
  ...shared,
  status: text('processing', 'As the platform names it: there is no vocabulary that all share.'),
  currency: text('EUR', 'ISO 4217.'),
  total: amount(4990, 'Grand total'),
  line_items: listOf(ref('LineItem')),
  tags: names,
  source_order_number: maybeText('1517', 'The number that people use.'),
  customer_id: { ...orNull(uuid), description: "This service's id of the customer. Null until that one was read, and of guests." },
  customer_source_id: maybeText('47', "The platform's identifier of the customer. Null of guests."),
  total_tax: orNull(amount(797, 'Tax')),
  total_shipping: orNull(amount(490, 'Shipping')),
  address_billing: { ...ref('Address'), nullable: true },
  address_shipping: { ...ref('Address'), nullable: true },
  date_paid: orNull(shopTime),
});

const lineItem = objectOf<SnakeCased<LineItemData>>('A line of an order.', {
  source_id: text('9', "The platform's own identifier."),
  product_source_id: text('289', "The platform's identifier of the product."),
  name: text('Green tea', 'As the product was called when it was bought.'),
  quantity: { type: 'integer', example: 2 },
  unit_price: amount(1990, 'Price of one'),
  total: amount(3980, 'All of the line, after discounts'),
  product_id: { ...orNull(uuid), description: "This service's id of the product. Null until that one was read." },
  product_custom_id: maybeText(null, 'Secondary identifier, for example of a variant.'),
  sku: maybeText('TEA-1'),
  currency: maybeText('EUR', 'ISO 4217.'),
});

const address = objectOf<SnakeCased<AddressData>>('An address.', {
  first_name: maybeText('Erika'),
  last_name: maybeText('Muster'),
  company: maybeText(),
  address1: maybeText('Hauptstraße 1', 'First line of the street.'),
  address2: maybeText(null, 'Second line of the street.'),
  city: maybeText('Berlin'),
  region: maybeText(null, 'State, province or region.'),
  postal_code: maybeText('10115'),
  country: maybeText('DE', 'ISO 3166-1 alpha-2 where the platform has it.'),
  phone: maybeText(),
  email: maybeText(),
  vat_id: maybeText(null, 'VAT identification number.'),
});

const consent = objectOf<SnakeCased<ConsentData>>('Whether a customer wants a newsletter.', {
  subscribed: { type: 'boolean', example: true },
  confirmed: { type: 'boolean', example: false, description: 'For example by double opt-in.' },
  channel: { type: 'string', enum: [...consentChannels], example: 'email' },
  subscribed_at: maybeText(null, asTheShopGivesIt),
  confirmed_at: maybeText(null, asTheShopGivesIt),
  unsubscribed_at: maybeText(null, asTheShopGivesIt),
  source: { type: 'string', nullable: true, enum: [...consentSources], example: 'integration' },
  ip_address: maybeText(),
});

const customAttribute = objectOf<SnakeCased<CustomAttributeData>>('A field of the platform that has no member of its own.', {
  key: text(`${systemDrivers[0]}.meta.origin`, '`<system>.<field>` or `<system>.meta.<key>`.'),
  value: { type: ['string', 'integer', 'boolean'], nullable: true, example: 'newsletter' },
});

/** What the records feed is made of. */
export const recordSchemas = {
  Customer: customer,
  Order: order,
  Product: product,
  LineItem: lineItem,
  Address: address,
  Consent: consent,
  CustomAttribute: customAttribute,
} satisfies Schemas;
