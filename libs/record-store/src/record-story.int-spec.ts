import type { SystemCapability } from '@sync/records';
import { v7 as timeOrderedId } from 'uuid';
import { eraseStored } from './erase-stored';
import { MissingRecords } from './missing-records';
import { describedRecordChanges, modified } from './testing/described-record-changes';
import { customer, lineItem, order, product } from './testing/record-fixtures';

const canaries = ['canary@example.test', 'Canarina', 'Kanarienweg'];
const [email, firstName, address1] = canaries as [string, string, string];

describe("a record's story", () => {
  const { database, connectionId, upsert, deletion, apply } = describedRecordChanges();

  const address = {
    ...(customer('1').addressBilling as NonNullable<ReturnType<typeof customer>['addressBilling']>),
    email,
    firstName,
    address1,
  };
  const shown = { customerSourceId: '5', lineItems: [lineItem('10', '7')], addressBilling: address };
  const version = (minute: number, fields = {}) => order('1', { ...modified(minute), ...shown, ...fields });
  const story = async (capability: SystemCapability = 'orders') => {
    const { entries = [], isComplete } = (await database().store.findStory(connectionId(), capability, '1')) ?? {};
    const told = entries.map(({ event, by, fields }) => [event, by.kind, by.id, fields.join()]);
    return { entries: told, isComplete, newestAt: entries[0]?.at.toISOString() };
  };
  const servedAt = async () => (await database().store.findRecord(connectionId(), 'orders', '1'))?.synced_at;
  const page = (runId: string | undefined, record: ReturnType<typeof order>) =>
    database().store.writePage({ shopId: connectionId(), capability: 'orders', records: [record], firstExport: false, runId });
  const missing = async (runId: string) => {
    await database().rows(
      `insert into missing_records (shop_id, capability, source_id, missing_since, missed_at, written_at, due_by)
       select shop_id, 'orders', source_id, now(), now(), greatest(synced_at, content_at), $2 from orders where shop_id = $1`,
      [connectionId(), runId],
    );
    const list = { list: 'select', keys: 'select', countDeleted: 'select count(*) from deleted' };
    await new MissingRecords(database().pool, list).deleteDue({ id: runId, capability: 'orders' });
  };
  const refetch = (record: ReturnType<typeof order>) => ({ ...upsert(record, 'restore'), isRefetch: true });
  const targets = async () => {
    await database().write(connectionId(), 'customers', [customer('5', { email, firstName })]);
    await database().write(connectionId(), 'products', [product('7')]);
    await database().store.linkRecords(connectionId());
  };

  it('says what each writer did and which fields changed, in five entries at most and without a value', async () => {
    const [first, second, third, erasureId] = [timeOrderedId(), timeOrderedId(), timeOrderedId(), timeOrderedId()];
    const now = { total: 5, totalTax: null };
    const held = version(2, { ...now, status: 'held' });
    const [saved, removed, removedAgain, read] = [upsert(version(2, now)), deletion('1'), deletion('1'), refetch(held)];
    const isErased = (plain: string) => plain === email;
    /** What happens, and the newest entry then; null: none is added. */
    const steps: [() => Promise<unknown>, readonly unknown[] | null][] = [
      [() => page(first, version(0)), ['stored', 'run', first, '']],
      [() => page(second, version(0)), null],
      [
        () => page(second, version(1, { status: 'completed', lineItems: [lineItem('10', '7', { quantity: 2 })] })),
        ['changed', 'run', second, 'status,line_items'],
      ],
      [() => apply(saved), ['changed', 'webhook', saved.taskId, 'total,total_tax,status,line_items']],
      [() => apply(upsert(version(2, now))), null],
      [() => targets(), ['linked', 'service', null, 'customer_id,line_items']],
      [() => page(third, version(2, now)), null],
      [() => page(undefined, held), ['changed', 'service', null, 'status']],
      [() => apply(removed), ['deleted', 'webhook', removed.taskId, '']],
      [() => apply(removedAgain), null],
      [() => apply(read), ['restored', 'refetch', read.taskId, '']],
      [() => missing(third), ['deleted', 'run', third, '']],
      [() => page(first, held), ['restored', 'run', first, '']],
      [
        () => eraseStored(database().pool, { shopId: connectionId(), capability: 'orders', isErased, erasureId }),
        ['erased', 'erasure', erasureId, 'custom_attributes,address_billing'],
      ],
    ];
    let entries: unknown[][] = [];
    for (const [happens, newest] of steps) {
      await happens();
      const told = await story();
      expect(told.entries).toEqual([...(newest === null ? [] : [newest]), ...entries].slice(0, 5));
      expect(told.newestAt).toBe(await servedAt());
      expect(told.isComplete).toBe(told.entries.at(-1)?.[0] === 'stored');
      entries = told.entries;
    }
    const texts = await database().rows('select story::text from orders where shop_id = $1 union all select story::text from customers', [
      connectionId(),
    ]);
    expect(texts).toHaveLength(2);
    for (const canary of [...canaries, 'completed']) expect(JSON.stringify(texts)).not.toContain(canary);
  });

  it.each([
    [
      'customers',
      [customer('1'), customer('1', { email, orderCount: 3, phone: '1', tags: ['vip'], addressBilling: null })],
      'order_count,email,phone,tags,address_billing',
    ],
    ['products', [product('1'), product('1', { price: null, name: 'Tea', categories: ['Tea', 'New'] })], 'price,name,categories'],
    ['orders', [order('1'), order('1', { total: 1, datePaid: '2026-03-03T10:00:00', tags: ['gift'] })], 'total,date_paid,tags'],
  ] as const)('of %s names the members of each type', async (capability, [before, after], fields) => {
    await database().write(connectionId(), capability, [before as never]);
    await database().write(connectionId(), capability, [after as never]);
    expect(await story(capability)).toMatchObject({
      entries: [
        ['changed', 'service', null, fields],
        ['stored', 'service', null, ''],
      ],
    });
  });

  it('that begins with a deletion is whole, too', async () => {
    const [removed, read] = [deletion('1'), refetch(order('1'))];
    await apply(removed);
    expect(await database().store.findStory(connectionId(), 'orders', '1')).toBeNull();
    await apply(read);
    const entries = [
      ['restored', 'refetch', read.taskId, ''],
      ['stored', 'refetch', read.taskId, ''],
      ['deleted', 'webhook', removed.taskId, ''],
    ];
    expect(await story()).toMatchObject({ entries, isComplete: true });
  });
});
