import fc from 'fast-check';
import { describeMappings, valueOr } from '../testing/describe-mappings';
import { mapCustomer } from './customer.mapping';
import { mapOrder, type OrderContext } from './order.mapping';
import { mapProduct, type ProductContext } from './product.mapping';
import { ShopZone } from './shop-zone';
import { recordedRows } from './testing/recorded';

const zone = ShopZone.named('Europe/Berlin');
const orders: OrderContext = {
  zone,
  states: new Map([['2', { name: 'Paid', paid: true }]]),
  currencies: new Map([
    ['1', 'EUR'],
    ['2', 'KWD'],
  ]),
  addresses: new Map(),
  slips: new Map(),
};
const products: ProductContext = {
  zone,
  language: '1',
  currency: 'EUR',
  categories: new Map([['3', 'Clothes']]),
  tags: new Map([['1', 'summer']]),
  shopBase: 'https://shop.example',
  imageType: 'large_default',
};
const pages = ['customers-full-page-001', 'orders-full-page-001', 'products-full-page-002'];
const fields = [...new Set(pages.flatMap((name) => recordedRows(name).flatMap(Object.keys)))];
const value = valueOr('', '0', '1', '23.900000', '1e400', '0000-00-00 00:00:00', '2025-03-30 02:30:00', 0, -1, 2 ** 60);
const languages = fc.array(fc.record({ id: value, value }), { maxLength: 3 });
const lineFields = ['id', 'product_id', 'product_quantity', 'unit_price_tax_excl', 'product_price', 'product_name', 'product_reference'];
const line = fc.dictionary(fc.constantFrom(...lineFields), value);
const lists = fc.record({ order_rows: fc.oneof(fc.array(line, { maxLength: 4 }), line, value), categories: value, images: value });
const row = fc
  .record({
    any: fc.dictionary(fc.oneof(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.string()), fc.oneof(value, languages), {
      maxKeys: 12,
    }),
    associations: fc.oneof(lists, value),
    likely: fc.record(
      { id: fc.oneof(fc.nat(), value), email: fc.oneof(fc.emailAddress(), value), id_currency: fc.constantFrom('1', '2', '9', null) },
      { requiredKeys: [] },
    ),
  })
  .map(({ any, likely, associations }) => ({ ...any, associations, ...likely }));

describeMappings({
  driver: 'commerce_b',
  rows: fc.oneof(row, value),
  map: {
    customers: (sent) => mapCustomer(sent, { zone }),
    orders: (sent) => mapOrder(sent, orders),
    products: (sent) => mapProduct(sent, products),
  },
  expectMore: (record) => {
    expect(record.customAttributes.filter(({ key }) => /passw|secure_key/.test(key))).toEqual([]);
    if ('newsletterConsent' in record) expect(record.newsletterConsent?.confirmed).toBe(false);
    if (!('imageUrl' in record)) return;
    expect(record.name).toMatch(/\S/);
    for (const url of [record.url, record.imageUrl]) expect(url === null || URL.canParse(url)).toBe(true);
  },
});
