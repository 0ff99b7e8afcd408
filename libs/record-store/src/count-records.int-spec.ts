import type { StorableChange } from '@sync/integration-contract';
import { describedRecordChanges } from './testing/described-record-changes';
import { customer, order, product } from './testing/record-fixtures';

describe('countRecords', () => {
  const { database, connectionId, received, deletion, applyAll } = describedRecordChanges();
  const count = async (ids: string[], max = 10) => database().store.countRecords(ids, max);

  it('counts what is stored of each connection by kind, and nothing that is deleted', async () => {
    const [id, other, empty] = [connectionId(), await database().connection(), await database().connection()];
    await database().write(id, 'customers', [customer('1'), customer('2'), customer('3')]);
    await database().write(id, 'orders', [order('1')]);
    await database().write(other, 'products', [product('1'), product('2')]);
    // 9 is deleted before it is stored: only its tombstone exists, outside of the feed.
    await applyAll([deletion('2', 'customers'), deletion('9', 'customers')]);
    expect(await count([id, other, empty])).toEqual(
      new Map([
        [id, { customers: 2, orders: 1, products: 0 }],
        [other, { customers: 0, orders: 0, products: 2 }],
        [empty, { customers: 0, orders: 0, products: 0 }],
      ]),
    );
    const restored = { kind: 'restore', capability: 'customers', record: customer('2') } as StorableChange;
    await applyAll([received(restored)]);
    expect((await count([id])).get(id)).toMatchObject({ customers: 3 });
  });

  it('stops at the maximum, also among deleted records', async () => {
    const ids = Array.from({ length: 9 }, (_, at) => String(at));
    await database().write(
      connectionId(),
      'products',
      ids.map((id) => product(id)),
    );
    await applyAll(['0', '1', '2', '3'].map((id) => deletion(id, 'products')));
    for (const [max, counted] of [
      [3, 3],
      [5, 5],
      [6, 5],
    ] as const)
      expect((await count([connectionId()], max)).get(connectionId())).toMatchObject({ products: counted });
  });

  it('of no connection is empty', async () => {
    expect(await count([])).toEqual(new Map());
  });
});
