import fc from 'fast-check';
import type { CustomerData, OrderData, ProductData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { parseJson } from '../store-http/parse-json';
import { recordedRows } from '../testing/replaying-shop';
import { mapCustomer } from './customer.mapping';
import { mapOrder } from './order.mapping';
import { mapProduct } from './product.mapping';

const numRuns = 1_500;
const fields = [
  ...new Set(['customers-page-001', 'orders-page-001', 'products-page-001'].flatMap((name) => recordedRows(name).flatMap(Object.keys))),
];
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '19.99', '1e400', '0000-00-00 00:00:00', 'EUR', 0, -1, 2 ** 60),
);
const line = fc.dictionary(fc.constantFrom('id', 'product_id', 'name', 'quantity', 'price', 'total', 'sku'), value);
const row = fc
  .record({
    likely: fc.record(
      {
        id: fc.oneof(fc.nat(), value),
        email: fc.oneof(fc.emailAddress(), value),
        currency: fc.constantFrom('EUR', 'usd', '', null),
        date_created: fc.constantFrom('2026-01-01T00:00:00', null),
      },
      { requiredKeys: [] },
    ),
    any: fc.dictionary(
      fc.oneof(fc.constantFrom(...fields, 'orders_count', 'total_spent', '__proto__', 'constructor'), fc.string()),
      value,
      { maxKeys: 12 },
    ),
    lines: fc.oneof(fc.array(line, { maxLength: 4 }), value),
    meta: fc.oneof(fc.array(fc.oneof(fc.record({ key: value, value }), value), { maxLength: 4 }), value),
  })
  .map(({ likely, any, lines, meta }) => ({ ...any, line_items: lines, meta_data: meta, ...likely }));

/** A row as parsed from a shop's response. */
const received = fc.oneof(row, value).map((sent) => parseJson(Buffer.from(JSON.stringify(sent) ?? 'null')));

const isMoney = (amount: unknown): boolean => Number.isSafeInteger(amount) && !Object.is(amount, -0);
const isStorable = (text: string): boolean => !text.includes('\0') && Buffer.from(text, 'utf8').toString('utf8') === text;
const isScalar = (scalar: unknown): boolean => typeof scalar === 'string' || typeof scalar === 'boolean' || Number.isSafeInteger(scalar);

function expectRecord(record: CustomerData | OrderData | ProductData): void {
  expect(typeof record.sourceId === 'string' && record.sourceId !== '').toBe(true);
  expect([typeof record.createdAt, typeof record.updatedAt]).toEqual(['string', 'string']);
  expect(record.customAttributes.every((attribute) => attribute.key.startsWith('commerce_a.') && isScalar(attribute.value))).toBe(true);
  expect(
    isStorable(
      JSON.stringify(record, (_name, member: unknown) => (typeof member === 'string' && !isStorable(member) ? '\0' : member)).replaceAll(
        '\\u0000',
        '\0',
      ),
    ),
  ).toBe(true);
}

describe('for any row', () => {
  it('mapCustomer maps or skips it, with integer amounts, text ids and scalar attributes', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapCustomer(sent);
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect(record.email.trim()).not.toBe('');
        expect([record.totalSpent, record.orderCount].every((amount) => amount === null || isMoney(amount))).toBe(true);
      }),
      { numRuns },
    );
  });

  it('mapOrder maps or skips it, with unique line ids', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapOrder(sent);
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect(record.currency).toMatch(/^[A-Z]{3}$/);
        expect(isMoney(record.total) && [record.totalTax, record.totalShipping].every((amount) => amount === null || isMoney(amount))).toBe(
          true,
        );
        expect(record.customerSourceId).not.toBe('0');
        expect(record.lineItems.every((item) => [item.unitPrice, item.total, item.quantity].every(isMoney))).toBe(true);
        expect(
          record.lineItems.every((item) => [item.sourceId, item.productSourceId, item.name].every((text) => typeof text === 'string')),
        ).toBe(true);
        expect(new Set(record.lineItems.map(({ sourceId }) => sourceId)).size).toBe(record.lineItems.length);
      }),
      { numRuns },
    );
  });

  it('mapProduct maps or skips it', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const record = mapProduct(sent);
        if (record instanceof UnmappableRow) return;
        expectRecord(record);
        expect([record.price, record.originalPrice].every((amount) => amount === null || isMoney(amount))).toBe(true);
        expect([...record.categories, ...record.tags].every((name) => name.trim() !== '')).toBe(true);
      }),
      { numRuns },
    );
  });

  it('mapping is repeatable and does not modify the row', () => {
    fc.assert(
      fc.property(received, (sent) => {
        const before = structuredClone(sent);
        expect([mapCustomer(sent), mapOrder(sent), mapProduct(sent)]).toEqual([mapCustomer(sent), mapOrder(sent), mapProduct(sent)]);
        expect(sent).toEqual(before);
      }),
    );
  });
});
