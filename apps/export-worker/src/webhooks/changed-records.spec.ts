import { UnrecoverableTaskError } from '@sync/durable-work';
import { changedRecords } from './changed-records';

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("a message of the shop's plugin", () => {
  it('names each record once, in parts of 100, customers and products before orders', () => {
    const body = { changed: { orders: ids(150), customers: ['7'] }, deleted: { orders: ['3', '151'] } };
    expect(changedRecords(body)).toEqual([
      { kind: 'refetch', capability: 'customers', sourceIds: ['7'] },
      { kind: 'refetch', capability: 'orders', sourceIds: ids(100) },
      { kind: 'refetch', capability: 'orders', sourceIds: ids(151).slice(100) },
    ]);
  });

  it.each([[{}], [{ changed: {}, deleted: { orders: [] } }], [{ changed: { coupons: ['1'] }, version: 1 }]])(
    'may name none: %j',
    (body) => {
      expect(changedRecords(body)).toEqual([]);
    },
  );

  it.each([
    [[], 'it is no object'],
    [{ changed: ['1'] }, '"changed" is no object'],
    [{ deleted: { orders: '1' } }, 'its ids are no lists of digits in quotation marks'],
    [{ changed: { orders: [1] } }, 'its ids are no lists of digits in quotation marks'],
    [{ changed: { orders: ['1,2'] } }, 'its ids are no lists of digits in quotation marks'],
    [{ changed: { orders: ids(500) }, deleted: { products: ['1'] } }, 'it names more than 500 records'],
  ])('is refused as %j', (body, reason) => {
    expect(() => changedRecords(body)).toThrow(new UnrecoverableTaskError(`The plugin's message cannot be used: ${reason}.`));
  });
});
