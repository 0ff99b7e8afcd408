import type { RecordChange } from '@sync/integration-contract';
import { systemCapabilities, type RecordOf, type SystemCapability } from '@sync/records';
import { describedRecordChanges, modified, type Webhook } from './testing/described-record-changes';
import { customer, lineItem, order, product } from './testing/record-fixtures';

const records: { [C in SystemCapability]: (sourceId: string, fields: Partial<RecordOf[C]>) => RecordOf[C] } = {
  customers: customer,
  orders: order,
  products: product,
};

describe('what webhooks say of records', () => {
  const { database, connectionId, anotherConnection, received, upsert, deletion, apply, applyAll, feed, exportPage } =
    describedRecordChanges();

  describe.each(systemCapabilities)('%s', (capability) => {
    const told = (sourceId: string, minute: number, kind: 'upsert' | 'restore' = 'upsert'): Webhook =>
      received({
        kind,
        capability,
        record: records[capability](sourceId, { ...modified(minute), createdAt: `from minute ${minute}` }),
      } as RecordChange);

    it('created and updated: stored through the same rows as an export', async () => {
      expect(await applyAll([told('1', 1), told('1', 2)])).toEqual(['written', 'written']);
      await database().write(connectionId(), capability, [
        records[capability]('1', { ...modified(2), createdAt: 'from minute 2' }),
      ] as never);
      expect(await feed(capability)).toMatchObject([{ source_id: '1', created_at: 'from minute 2', deleted_at: null }]);
      expect(
        await database().rows(`select source_modified_at from ${capability} where system_connection_id = $1`, [connectionId()]),
      ).toEqual([{ source_modified_at: new Date('2026-03-02T10:02:00Z') }]);
    });

    it('an older payload never overwrites a newer record', async () => {
      await apply(told('1', 5));
      const before = await feed(capability);
      expect(await apply(told('1', 4))).toBe('unchanged');
      expect(await feed(capability)).toEqual(before);
    });

    it('a deleted record appears in the feed with deleted_at, at a new place, and is counted no more', async () => {
      await apply(told('1', 1));
      const [before] = await feed(capability);
      expect(await apply(deletion('1', capability))).toBe('written');
      const [after] = await feed(capability);
      expect(after).toMatchObject({ id: before?.id, source_id: '1', deleted_at: expect.stringMatching(/^20.+Z$/) as string });
      expect(await database().store.countRecords(connectionId())).toMatchObject({ [capability]: 0 });
    });

    it('a deletion that is told again, by a webhook of its own, changes nothing that is served', async () => {
      await applyAll([told('1', 1), deletion('1', capability)]);
      const before = await feed(capability);
      const again = { ...deletion('1', capability), receivedAt: new Date(Date.now() + 1_000) };
      expect(await apply(again)).toBe('unchanged');
      expect(await feed(capability)).toEqual(before);
    });

    it('what a deleted record says anew comes to a caller that keeps its last cursor', async () => {
      await applyAll([told('1', 1), told('2', 1), deletion('1', capability), told('2', 2)]);
      expect((await feed(capability)).map(({ source_id }) => source_id)).toEqual(['1', '2']);
      await apply(told('1', 3));
      expect(await feed(capability)).toMatchObject([
        { source_id: '2' },
        { source_id: '1', created_at: 'from minute 3', deleted_at: expect.any(String) as string },
      ]);
    });

    it('a delete for an unknown record leaves a tombstone: created and updated that come late do not bring it back, restored does', async () => {
      const [created, updated] = [told('1', 1), told('1', 2)];
      expect(await apply(deletion('1', capability))).toBe('written');
      await applyAll([created, updated, told('1', 3)]);
      expect(await feed(capability)).toEqual([]);
      expect(await database().store.countRecords(connectionId())).toMatchObject({ [capability]: 0 });
      expect(await apply(told('1', 4, 'restore'))).toBe('written');
      expect(await feed(capability)).toMatchObject([{ source_id: '1', created_at: 'from minute 4', deleted_at: null }]);
    });

    it('a record that is restored without ever having been deleted is stored as it is', async () => {
      expect(await apply(told('1', 1, 'restore'))).toBe('written');
      expect(await feed(capability)).toMatchObject([{ created_at: 'from minute 1', deleted_at: null }]);
    });
  });

  it("a deleted product's status is deleted, and its own again when it is restored", async () => {
    const record = product('1', { ...modified(1), status: 'inactive' });
    await apply(received({ kind: 'upsert', capability: 'products', record }));
    await apply(deletion('1', 'products'));
    expect(await feed('products')).toMatchObject([{ status: 'deleted' }]);
    await apply(received({ kind: 'restore', capability: 'products', record }));
    expect(await feed('products')).toMatchObject([{ status: 'inactive', deleted_at: null }]);
  });

  describe('in whatever order they are processed, the end is the same', () => {
    const permutations = <T>(items: T[]): T[][] =>
      items.length < 2 ? [items] : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
    const made = (status: string, minute: number, kind?: 'restore') => upsert(order('1', { ...modified(minute), status }), kind);
    const stories: [string, () => Webhook[], Record<string, unknown>[]][] = [
      [
        'created, updated, updated',
        () => [made('pending', 1), made('processing', 2), made('completed', 3)],
        [{ status: 'completed', deleted_at: null }],
      ],
      [
        'updated delivered before created',
        () => [made('processing', 1), made('processing', 1)],
        [{ status: 'processing', deleted_at: null }],
      ],
      [
        'two of the same instant: the one received last counts',
        () => [made('a', 1), made('b', 1), made('a', 1)],
        [{ status: 'a', deleted_at: null }],
      ],
      ['created, deleted', () => [made('pending', 1), deletion('1')], [{ deleted_at: expect.any(String) }]],
      [
        'deleted, restored',
        () => [made('pending', 1), deletion('1'), made('pending', 2, 'restore')],
        [{ status: 'pending', deleted_at: null }],
      ],
      [
        'deleted, restored, updated',
        () => [deletion('1'), made('pending', 2, 'restore'), made('completed', 3)],
        [{ status: 'completed', deleted_at: null }],
      ],
      [
        'restored and deleted again',
        () => [made('pending', 1), deletion('1'), made('pending', 2, 'restore'), deletion('1')],
        [{ deleted_at: expect.any(String) }],
      ],
    ];

    it.each(stories)('%s', async (_name, story, end) => {
      for (const webhooks of permutations(story())) {
        await anotherConnection();
        await applyAll(webhooks);
        await applyAll(webhooks);
        const left = await feed();
        // A record that nobody was told of is not told to be deleted.
        const isKnown = left.length > 0 || end[0]?.deleted_at === null;
        expect(left).toEqual(isKnown ? end.map((each) => expect.objectContaining(each) as unknown) : []);
        expect(await database().store.countRecords(connectionId())).toMatchObject({ orders: end[0]?.deleted_at === null ? 1 : 0 });
      }
    });

    it.each(stories)('%s, all at once', async (_name, story, end) => {
      for (let round = 0; round < 5; round += 1) {
        await anotherConnection();
        const webhooks = story();
        await Promise.all([...webhooks, ...webhooks].map((webhook) => apply(webhook)));
        expect(await database().store.countRecords(connectionId())).toMatchObject({ orders: end[0]?.deleted_at === null ? 1 : 0 });
        if (end[0]?.deleted_at === null) expect(await feed()).toMatchObject(end);
      }
    });
  });

  it('20 copies of one delivery at once: one effect', async () => {
    const record = order('1', modified(1));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => apply(upsert(record))));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(await feed()).toHaveLength(1);
  });

  it('an unchanged record is not rewritten and keeps its place in the records feed', async () => {
    await exportPage(order('1', modified(1)));
    const [before] = await database().rows('select feed_position, synced_at from orders where system_connection_id = $1', [connectionId()]);
    expect(await apply(upsert(order('1', modified(1))))).toBe('unchanged');
    expect(await database().rows('select feed_position, synced_at from orders where system_connection_id = $1', [connectionId()])).toEqual([
      before,
    ]);
  });

  it('a record of which no instant is known is told apart by receipt', async () => {
    const unknown = (status: string) => upsert(order('1', { status, modifiedAt: null }));
    const [first, second, third] = [unknown('first'), unknown('second'), unknown('third')];
    expect(await applyAll([second, first, third])).toEqual(['written', 'unchanged', 'written']);
    expect(await feed()).toMatchObject([{ status: 'third' }]);
  });

  describe('links', () => {
    const links = async () =>
      (await feed()).map(({ customer_id, line_items }) => [
        customer_id,
        ...(line_items as { product_id: unknown }[]).map((item) => item.product_id),
      ]);
    const waiting = order('1', { ...modified(1), customerSourceId: '5', lineItems: [lineItem('10', '7'), lineItem('11', '8')] });
    const idOf = async (table: string, sourceId: string) =>
      (
        await database().rows<{ id: string }>(`select id from ${table} where system_connection_id = $1 and source_id = $2`, [
          connectionId(),
          sourceId,
        ])
      )[0]?.id;
    const stored = (sourceId: string) => received({ kind: 'upsert', capability: 'products', record: product(sourceId) });
    const storedCustomer = () => received({ kind: 'upsert', capability: 'customers', record: customer('5') });

    it('an order that comes by webhook is linked to what is there', async () => {
      await applyAll([storedCustomer(), stored('7'), stored('8'), upsert(waiting)]);
      expect(await links()).toEqual([[await idOf('customers', '5'), await idOf('products', '7'), await idOf('products', '8')]]);
    });

    it('orders that wait for a customer or product are linked when it comes by webhook', async () => {
      await applyAll([upsert(waiting), stored('7')]);
      expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
      await applyAll([storedCustomer(), stored('8')]);
      expect(await links()).toEqual([[await idOf('customers', '5'), await idOf('products', '7'), await idOf('products', '8')]]);
    });

    it('an order and what it refers to, all at once: linked in the end', async () => {
      for (let round = 0; round < 10; round += 1) {
        await anotherConnection();
        await Promise.all([upsert(waiting), stored('7'), storedCustomer(), stored('8')].map((webhook) => apply(webhook)));
        expect((await links())[0]).not.toContain(null);
      }
    });

    it('an attempt that ended before it linked is made up for by the next', async () => {
      const webhook = stored('7');
      await apply(webhook);
      await database().write(connectionId(), 'orders', [waiting]);
      await database().pool.query(
        `update orders set line_items = replace(line_items::text, $2, 'null')::json, unlinked_product_source_ids = '{7,8}' where system_connection_id = $1`,
        [connectionId(), `"${await idOf('products', '7')}"`],
      );
      expect(await apply(webhook)).toBe('unchanged');
      expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
    });

    it('nothing is linked to a record that was deleted before it was known, until it is restored', async () => {
      await applyAll([deletion('7', 'products'), deletion('5', 'customers'), stored('7'), upsert(waiting)]);
      await database().store.linkRecords(connectionId());
      expect(await links()).toEqual([[null, null, null]]);
      await apply(received({ kind: 'restore', capability: 'products', record: product('7') }));
      expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
    });
  });

  describe('are not taken', () => {
    it.each(['inactive', 'pending', 'disconnected', 'uninstalled'])('for a connection that is %s', async (status) => {
      await apply(upsert(order('1', modified(1))));
      await database().pool.query(
        `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
        [connectionId(), status],
      );
      const late = [upsert(order('1', modified(2))), upsert(order('2', modified(2)), 'restore'), deletion('1'), deletion('3')];
      expect(await applyAll(late)).toEqual(['not taken', 'not taken', 'not taken', 'not taken']);
      expect(
        await database().rows('select source_id, source_modified_at, deleted_at from orders where system_connection_id = $1', [
          connectionId(),
        ]),
      ).toEqual([{ source_id: '1', source_modified_at: new Date('2026-03-02T10:01:00Z'), deleted_at: null }]);
    });

    it('for a connection that was deleted meanwhile', async () => {
      await database().pool.query('delete from system_connections where id = $1', [connectionId()]);
      expect(await applyAll([upsert(order('1', modified(1))), deletion('1')])).toEqual(['not taken', 'not taken']);
    });

    it('for another connection than that of the record', async () => {
      const other = await database().connection();
      await apply(upsert(order('1', modified(1))));
      await apply(deletion('1'), other);
      expect(await feed()).toMatchObject([{ deleted_at: null }]);
    });
  });

  it('a connection in error takes them', async () => {
    const broken = await database().connection('error');
    expect(await apply(upsert(order('1', modified(1))), broken)).toBe('written');
  });

  it('a value that the database refuses is said to be refused', async () => {
    expect(await apply(upsert(order('1', { ...modified(1), total: 0.5 })))).toBe('refused');
    expect(await feed()).toEqual([]);
  });
});
