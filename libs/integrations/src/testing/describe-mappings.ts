import fc from 'fast-check';
import { isStorable, systemCapabilities, type AnyRecord, type RecordOf, type SystemCapability, type SystemDriver } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { parseJson } from '../store-http/parse-json';

/** Any JSON value, and the usual ones of a platform. */
export const valueOr = (...usual: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.string({ unit: 'binary' }), fc.constantFrom(...usual));

interface Subject {
  driver: SystemDriver;
  rows: fc.Arbitrary<unknown>;
  map: { [C in SystemCapability]: (row: unknown) => RecordOf[C] | UnmappableRow };
  /** What holds for records of this platform only. */
  expectMore?: (record: AnyRecord) => void;
}

const isInteger = (amount: unknown): boolean => Number.isSafeInteger(amount) && !Object.is(amount, -0);
const isScalar = (scalar: unknown): boolean => typeof scalar === 'string' || typeof scalar === 'boolean' || Number.isSafeInteger(scalar);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function amountsOf(record: AnyRecord): unknown[] {
  const { total, totalTax, totalShipping, totalSpent, orderCount, price, originalPrice } = record as unknown as Record<string, unknown>;
  return [total, totalTax, totalShipping, totalSpent, orderCount, price, originalPrice].filter(
    (amount) => amount !== null && amount !== undefined,
  );
}

function expectRecord(record: AnyRecord, driver: SystemDriver): void {
  expect(record.sourceId).toMatch(/\S/);
  expect([typeof record.createdAt, typeof record.updatedAt]).toEqual(['string', 'string']);
  expect(record.modifiedAt === null || !Number.isNaN(Date.parse(record.modifiedAt))).toBe(true);
  expect(record.customAttributes.every(({ key, value }) => key.startsWith(`${driver}.`) && isScalar(value))).toBe(true);
  expect(textsIn(record).every(isStorable)).toBe(true);
  expect(amountsOf(record).every(isInteger)).toBe(true);
  if ('email' in record) expect(record.email).toMatch(/\S/);
  if (!('lineItems' in record)) return;
  expect(record.currency).toMatch(/^[A-Z]{3}$/);
  expect(isInteger(record.total)).toBe(true);
  expect(record.customerSourceId).not.toBe('0');
  for (const { unitPrice, total, quantity, ...line } of record.lineItems) {
    expect([unitPrice, total, quantity].every(isInteger)).toBe(true);
    expect([line.sourceId, line.productSourceId, line.name].every((text) => typeof text === 'string')).toBe(true);
  }
  expect(new Set(record.lineItems.map(({ sourceId }) => sourceId)).size).toBe(record.lineItems.length);
}

/** Properties of the mappings of every platform, for any row that a shop may send. */
export function describeMappings({ driver, rows, map, expectMore = () => undefined }: Subject): void {
  const received = rows.map((sent) => parseJson(Buffer.from(JSON.stringify(sent) ?? 'null')));

  describe('for any row', () => {
    it.each(systemCapabilities)(
      'the mapping of %s makes a valid record or skips it, repeatably, and leaves the row as it is',
      (capability) => {
        fc.assert(
          fc.property(received, (row) => {
            const before = structuredClone(row);
            const record: AnyRecord | UnmappableRow = map[capability](row);
            expect(map[capability](row)).toEqual(record);
            expect(row).toEqual(before);
            if (record instanceof UnmappableRow) return;
            expectRecord(record, driver);
            expectMore(record);
          }),
          { numRuns: 1_500 },
        );
      },
    );
  });
}
