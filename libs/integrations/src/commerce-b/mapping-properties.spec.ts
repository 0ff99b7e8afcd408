import fc from 'fast-check';
import type { CustomerData, OrderData, ProductData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { parseJson } from '../store-http/parse-json';
import { mapAddress } from './address.mapping';
import { mapCustomer } from './customer.mapping';
import { mapOrder, type OrderContext } from './order.mapping';
import { mapProduct, type ProductContext } from './product.mapping';
import { ShopZone } from './shop-zone';
import { recordedRows } from './testing/recorded';

const numRuns = 1_500;
const zone = ShopZone.named('Europe/Berlin');
const orderContext: OrderContext = {
  zone,
  states: new Map([['2', { name: 'Paid', paid: true }]]),
  currencies: new Map([['1', 'EUR']]),
  addresses: new Map(),
};
const productContext: ProductContext = {
  zone,
  language: '1',
  currency: 'EUR',
  categories: new Map([['3', 'Clothes']]),
  tags: new Map([['1', 'summer']]),
  shopBase: 'https://shop.example',
  imageType: 'large_default',
};
const fields = [
  ...new Set(
    ['customers-full-page-001', 'orders-full-page-001', 'products-full-page-002'].flatMap((name) =>
      recordedRows(name).flatMap(Object.keys),
    ),
  ),
];
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '1', '23.900000', '1e400', '0000-00-00 00:00:00', '2025-03-30 02:30:00', 0, -1, 2 ** 60),
);
const languages = fc.array(fc.record({ id: value, value }), { maxLength: 3 });
const orderRow = fc.dictionary(
  fc.constantFrom('id', 'product_id', 'product_quantity', 'unit_price_tax_excl', 'product_price', 'product_name', 'product_reference'),
  value,
);
const row = fc
  .record({
    likely: fc.record(
      { id: fc.oneof(fc.nat(), value), email: fc.oneof(fc.emailAddress(), value), id_currency: fc.constantFrom('1', '9', null) },
      { requiredKeys: [] },
    ),
    any: fc.dictionary(fc.oneof(fc.constantFrom(...fields, '__proto__', 'constructor'), fc.string()), fc.oneof(value, languages), {
      maxKeys: 12,
    }),
    associations: fc.oneof(
      fc.record({ order_rows: fc.oneof(fc.array(orderRow, { maxLength: 4 }), orderRow, value), categories: value, images: value }),
      value,
    ),
  })
  .map(({ likely, any, associations }) => ({ ...any, associations, ...likely }));
const received = fc.oneof(row, value).map((sent) => parseJson(Buffer.from(JSON.stringify(sent) ?? 'null')));

const isMoney = (amount: unknown): boolean => amount === null || (Number.isSafeInteger(amount) && !Object.is(amount, -0));
const isScalar = (scalar: unknown): boolean => typeof scalar === 'string' || typeof scalar === 'boolean' || Number.isSafeInteger(scalar);
const isDate = (date: string | null): boolean => date === null || !Number.isNaN(Date.parse(date));

function expectRecord(record: CustomerData | OrderData | ProductData): void {
  expect(typeof record.sourceId === 'string' && record.sourceId !== '').toBe(true);
  expect([record.createdAt, record.updatedAt, record.modifiedAt].every(isDate)).toBe(true);
  expect(record.customAttributes.every(({ key, value: scalar }) => key.startsWith('commerce_b.') && isScalar(scalar))).toBe(true);
  expect(record.customAttributes.some(({ key }) => /passw|secure_key/.test(key))).toBe(false);
}

describe('for any row', () => {
  it('mapCustomer maps or skips it, with text ids, scalar attributes and valid dates', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapCustomer(sent, { zone });
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect(record.email.trim()).toBe(record.email);
        expect(record.email).not.toBe('');
        expect(record.newsletterConsent?.confirmed).toBe(false);
      }),
      { numRuns },
    );
  });

  it('mapOrder maps or skips it, with integer amounts and unique line ids', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapOrder(sent, orderContext);
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect(record.currency).toBe('EUR');
        expect(record.total).not.toBeNull();
        expect([record.total, record.totalTax, record.totalShipping].every(isMoney)).toBe(true);
        expect(record.customerSourceId).not.toBe('0');
        expect(
          record.lineItems.every((item) =>
            [item.unitPrice, item.total, item.quantity].every((amount) => amount !== null && isMoney(amount)),
          ),
        ).toBe(true);
        expect(new Set(record.lineItems.map(({ sourceId }) => sourceId)).size).toBe(record.lineItems.length);
      }),
      { numRuns },
    );
  });

  it('mapProduct maps or skips it, with a name and a URL', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapProduct(sent, productContext);
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect(record.name.trim()).not.toBe('');
        expect([record.price, record.originalPrice].every(isMoney)).toBe(true);
        for (const url of [record.url, record.imageUrl]) expect(url === null || URL.canParse(url)).toBe(true);
      }),
      { numRuns },
    );
  });

  it('mapping is repeatable and does not modify the row', () => {
    const everything = (sent: unknown): unknown[] => [
      mapCustomer(sent, { zone }),
      mapOrder(sent, orderContext),
      mapProduct(sent, productContext),
      mapAddress(sent, { countries: new Map(), regions: new Map() }),
    ];
    fc.assert(
      fc.property(received, (sent) => {
        const before = structuredClone(sent);
        expect(everything(sent)).toEqual(everything(sent));
        expect(sent).toEqual(before);
      }),
    );
  });
});
