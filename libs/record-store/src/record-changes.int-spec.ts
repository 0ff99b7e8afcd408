import type { StorableChange } from '@sync/integration-contract';
import { systemCapabilities, type RecordOf, type SystemCapability } from '@sync/records';
import { describedRecordChanges, modified, type Webhook } from './testing/described-record-changes';
import { customer, order, product } from './testing/record-fixtures';

const records: { [C in SystemCapability]: (sourceId: string, fields: Partial<RecordOf[C]>) => RecordOf[C] } = {
  customers: customer,
  orders: order,
  products: product,
};

describe('applyChange', () => {
  const { database, connectionId, anotherConnection, received, upsert, deletion, apply, applyAll, feed, exportPage } =
    describedRecordChanges();

  describe.each(systemCapabilities)('%s', (capability) => {
    const webhook = (sourceId: string, minute: number, kind: 'upsert' | 'restore' = 'upsert'): Webhook =>
      received({
        kind,
        capability,
        record: records[capability](sourceId, { ...modified(minute), createdAt: `from minute ${minute}` }),
      } as StorableChange);

    it('stores created and updated records like an export does', async () => {
      expect(await applyAll([webhook('1', 1), webhook('1', 2)])).toEqual(['written', 'written']);
      await database().write(connectionId(), capability, [
        records[capability]('1', { ...modified(2), createdAt: 'from minute 2' }),
      ] as never);
      expect(await feed(capability)).toMatchObject([{ source_id: '1', created_at: 'from minute 2', deleted_at: null }]);
      expect(await database().rows(`select source_modified_at from ${capability} where shop_id = $1`, [connectionId()])).toEqual([
        { source_modified_at: new Date('2026-03-02T10:02:00Z') },
      ]);
    });

    it('ignores a payload older than the stored record', async () => {
      await apply(webhook('1', 5));
      const before = await feed(capability);
      expect(await apply(webhook('1', 4))).toBe('unchanged');
      expect(await feed(capability)).toEqual(before);
    });

    it('shows a deleted record at a new place in the feed, with deleted_at', async () => {
      await apply(webhook('1', 1));
      const [before] = await feed(capability);
      expect(await apply(deletion('1', capability))).toBe('written');
      const [after] = await feed(capability);
      expect(after).toMatchObject({ id: before?.id, source_id: '1', deleted_at: expect.stringMatching(/^20.+Z$/) as string });
      expect(await database().count(connectionId())).toMatchObject({ [capability]: 0 });
    });

    it('brings a record back that lists no longer showed, once a webhook says that it is there, at a new place in the feed', async () => {
      await applyAll([webhook('1', 1), webhook('2', 1), webhook('3', 1)]);
      const [late] = [webhook('3', 2)];
      await database().rows(`update ${capability} set deleted_at = now() - interval '1 second', existence_from = null where shop_id = $1`, [
        connectionId(),
      ]);
      expect(await applyAll([webhook('2', 1), webhook('1', 2)])).toEqual(['written', 'written']);
      await apply({ ...late, receivedAt: new Date(Date.now() - 60_000) } as Webhook);
      const gone = expect.any(String) as string;
      expect(await feed(capability)).toMatchObject([
        { source_id: '2', deleted_at: null },
        { source_id: '1', deleted_at: null, created_at: 'from minute 2' },
        { source_id: '3', deleted_at: gone },
      ]);
    });

    it('changes nothing for a repeated deletion', async () => {
      await applyAll([webhook('1', 1), deletion('1', capability)]);
      const before = await feed(capability);
      const again = { ...deletion('1', capability), receivedAt: new Date(Date.now() + 1_000) };
      expect(await apply(again)).toBe('unchanged');
      expect(await feed(capability)).toEqual(before);
    });

    it('serves later content of a deleted record at a new place in the feed', async () => {
      await applyAll([webhook('1', 1), webhook('2', 1), deletion('1', capability), webhook('2', 2)]);
      expect((await feed(capability)).map(({ source_id }) => source_id)).toEqual(['1', '2']);
      await apply(webhook('1', 3));
      expect(await feed(capability)).toMatchObject([
        { source_id: '2' },
        { source_id: '1', created_at: 'from minute 3', deleted_at: expect.any(String) as string },
      ]);
    });

    it('leaves a tombstone for an unknown record, which only a restore brings back', async () => {
      const [created, updated] = [webhook('1', 1), webhook('1', 2)];
      expect(await apply(deletion('1', capability))).toBe('written');
      await applyAll([created, updated, webhook('1', 3)]);
      expect(await feed(capability)).toEqual([]);
      expect(await database().count(connectionId())).toMatchObject({ [capability]: 0 });
      expect(await apply(webhook('1', 4, 'restore'))).toBe('written');
      expect(await feed(capability)).toMatchObject([{ source_id: '1', created_at: 'from minute 4', deleted_at: null }]);
    });

    it('stores a restored record that was never deleted', async () => {
      expect(await apply(webhook('1', 1, 'restore'))).toBe('written');
      expect(await feed(capability)).toMatchObject([{ created_at: 'from minute 1', deleted_at: null }]);
    });
  });

  it('serves a deleted product with status deleted, and its own status after a restore', async () => {
    const record = product('1', { ...modified(1), status: 'inactive' });
    await apply(received({ kind: 'upsert', capability: 'products', record }));
    await apply(deletion('1', 'products'));
    expect(await feed('products')).toMatchObject([{ status: 'deleted' }]);
    await apply(received({ kind: 'restore', capability: 'products', record }));
    expect(await feed('products')).toMatchObject([{ status: 'inactive', deleted_at: null }]);
  });

  describe('the order of processing does not matter', () => {
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
      ['a tie: the last received wins', () => [made('a', 1), made('b', 1), made('a', 1)], [{ status: 'a', deleted_at: null }]],
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
        // The deletion of a record that was never served is not served either.
        const isKnown = left.length > 0 || end[0]?.deleted_at === null;
        expect(left).toEqual(isKnown ? end.map((each) => expect.objectContaining(each) as unknown) : []);
        expect(await database().count(connectionId())).toMatchObject({ orders: end[0]?.deleted_at === null ? 1 : 0 });
      }
    });

    it.each(stories)('%s, concurrently', async (_name, story, end) => {
      for (let round = 0; round < 5; round += 1) {
        await anotherConnection();
        const webhooks = story();
        await Promise.all([...webhooks, ...webhooks].map((webhook) => apply(webhook)));
        expect(await database().count(connectionId())).toMatchObject({ orders: end[0]?.deleted_at === null ? 1 : 0 });
        if (end[0]?.deleted_at === null) expect(await feed()).toMatchObject(end);
      }
    });
  });

  it('applies a redelivered webhook once (20 concurrent copies)', async () => {
    const record = order('1', modified(1));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => apply(upsert(record))));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(await feed()).toHaveLength(1);
  });

  it('keeps an unchanged record and its place in the feed', async () => {
    await exportPage(order('1', modified(1)));
    const [before] = await database().rows('select feed_position, synced_at from orders where shop_id = $1', [connectionId()]);
    expect(await apply(upsert(order('1', modified(1))))).toBe('unchanged');
    expect(await database().rows('select feed_position, synced_at from orders where shop_id = $1', [connectionId()])).toEqual([before]);
  });

  it('decides by time of receipt when no instant is known', async () => {
    const unknown = (status: string) => upsert(order('1', { status, modifiedAt: null }));
    const [first, second, third] = [unknown('first'), unknown('second'), unknown('third')];
    expect(await applyAll([second, first, third])).toEqual(['written', 'unchanged', 'written']);
    expect(await feed()).toMatchObject([{ status: 'third' }]);
  });

  describe('rejects changes', () => {
    it.each(['inactive', 'pending', 'disconnected', 'uninstalled'])('for a connection that is %s', async (status) => {
      await apply(upsert(order('1', modified(1))));
      await database().pool.query(
        `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
        [connectionId(), status],
      );
      const late = [upsert(order('1', modified(2))), upsert(order('2', modified(2)), 'restore'), deletion('1'), deletion('3')];
      expect(await applyAll(late)).toEqual(['not taken', 'not taken', 'not taken', 'not taken']);
      expect(
        await database().rows('select source_id, source_modified_at, deleted_at from orders where shop_id = $1', [connectionId()]),
      ).toEqual([{ source_id: '1', source_modified_at: new Date('2026-03-02T10:01:00Z'), deleted_at: null }]);
    });

    it('for a connection that was deleted in the meantime', async () => {
      await database().pool.query('delete from system_connections where id = $1', [connectionId()]);
      expect(await applyAll([upsert(order('1', modified(1))), deletion('1')])).toEqual(['not taken', 'not taken']);
    });

    it('to a record of another connection', async () => {
      const other = await database().connection();
      await apply(upsert(order('1', modified(1))));
      await apply(deletion('1'), other);
      expect(await feed()).toMatchObject([{ deleted_at: null }]);
    });
  });

  it('accepts changes for a connection in error', async () => {
    const broken = await database().connection('error');
    expect(await apply(upsert(order('1', modified(1))), broken)).toBe('written');
  });

  it('reports a value that the database refuses', async () => {
    expect(await apply(upsert(order('1', { ...modified(1), total: 0.5 })))).toBe('refused');
    expect(await feed()).toEqual([]);
  });
});
