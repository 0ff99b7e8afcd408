import { describedRecordChanges, modified } from './testing/described-record-changes';
import { customer, order } from './testing/record-fixtures';

describe('applyChange and concurrent exports', () => {
  const { database, connectionId, anotherConnection, upsert, deletion, apply, applyAll, feed, exportPage, now } = describedRecordChanges();

  const unknown = { modifiedAt: null };

  it.each([
    ['the webhook is newer', modified(5), modified(4)],
    ['both have the same instant', modified(5), modified(5)],
    ['one instant is unknown', modified(5), unknown],
    ['both instants are unknown', unknown, unknown],
  ])('keeps content of a webhook received after the run began when %s', async (_name, ofWebhook, ofPage) => {
    const began = await now();
    const webhook = upsert(order('1', { ...ofWebhook, status: 'from the webhook' }));
    const page = order('1', { ...ofPage, status: 'from the page' });
    await apply(webhook);
    expect(await exportPage(page, began)).toMatchObject({ written: 0, unchanged: 1 });
    expect(await feed()).toMatchObject([{ status: 'from the webhook' }]);
    // The other order.
    await anotherConnection();
    await exportPage(page, began);
    expect(await apply(webhook)).toBe('written');
    expect(await feed()).toMatchObject([{ status: 'from the webhook' }]);
  });

  it('stores the page if its content is newer', async () => {
    const began = await now();
    await apply(upsert(order('1', { ...modified(5), status: 'from the webhook' })));
    await exportPage(order('1', { ...modified(6), status: 'from the page' }), began);
    expect(await feed()).toMatchObject([{ status: 'from the page' }]);
  });

  it('stores the page of a run that began after the webhook with any dates', async () => {
    await apply(upsert(order('1', { ...modified(5), status: 'from the webhook' })));
    const began = await now();
    await exportPage(order('1', { ...modified(4), status: 'from the page' }), began);
    expect(await feed()).toMatchObject([{ status: 'from the page' }]);
  });

  describe('two pages of one export, which a drifting list lets show the same record', () => {
    it.each([
      ['is older', modified(4), 'stored first'],
      ['has the same instant', modified(5), 'stored last'],
      ['has an unknown instant', unknown, 'stored last'],
    ])('keeps the content stored first when the one stored last %s: %o', async (_name, ofLast, kept) => {
      const began = await now();
      await exportPage(order('1', { ...modified(5), status: 'stored first' }), began);
      await exportPage(order('1', { ...ofLast, status: 'stored last' }), began);
      expect(await feed()).toMatchObject([{ status: kept }]);
    });

    it('stores older content of a later export, because a shop may go back to a backup', async () => {
      await exportPage(order('1', { ...modified(5), status: 'before' }), await now());
      await exportPage(order('1', { ...modified(4), status: 'after' }), await now());
      expect(await feed()).toMatchObject([{ status: 'after' }]);
    });
  });

  it('ignores a webhook older than the exported content', async () => {
    await exportPage(order('1', { ...modified(5), status: 'from the page' }));
    expect(await apply(upsert(order('1', { ...modified(4), status: 'from the webhook' })))).toBe('unchanged');
    expect(await feed()).toMatchObject([{ status: 'from the page' }]);
  });

  it('breaks ties by time of receipt, where an export counts as received when it began', async () => {
    const early = upsert(order('1', { ...modified(5), status: 'early' }));
    const began = await now();
    const late = upsert(order('1', { ...modified(5), status: 'late' }));
    await exportPage(order('1', { ...modified(5), status: 'from the page' }), began);
    expect(await applyAll([early, late])).toEqual(['unchanged', 'written']);
    expect(await feed()).toMatchObject([{ status: 'late' }]);
  });

  describe('linking does not make content newer', () => {
    const linked = (minute: number, status: string) => order('1', { ...modified(minute), status, customerSourceId: '5' });
    const link = async () => {
      await database().write(connectionId(), 'customers', [customer('5')]);
      expect(await database().store.linkRecords(connectionId())).toEqual({ orders: 1 });
    };

    it('stores a webhook of the same instant that was received before the linking', async () => {
      await exportPage(linked(5, 'from the page'), await now());
      const webhook = upsert(linked(5, 'from the webhook'));
      await link();
      expect(await apply(webhook)).toBe('written');
      expect(await feed()).toMatchObject([{ status: 'from the webhook' }]);
    });

    it('stores the page of a run that began after the webhook and before the linking', async () => {
      await apply(upsert(linked(5, 'from the webhook')));
      const began = await now();
      await link();
      await exportPage(linked(4, 'from the page'), began);
      expect(await feed()).toMatchObject([{ status: 'from the page' }]);
    });
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('does not undo a delete of %s during an export', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    const began = await now();
    await apply(deletion('1'));
    expect(await exportPage(order('1', modified(9)), began)).toMatchObject({ written: 0 });
    expect(await database().count(connectionId())).toMatchObject({ orders: 0 });
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('restores %s when a later run still lists it', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    await apply(deletion('1'));
    const began = await now();
    expect(await exportPage(order('1', modified(1)), began)).toMatchObject({ written: 1 });
    expect(await feed()).toMatchObject([{ source_id: '1', status: 'processing', deleted_at: null }]);
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('honours a repeated delete of %s during an export', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    await apply(deletion('1'));
    const began = await now();
    await apply(deletion('1'));
    expect(await exportPage(order('1', modified(9)), began)).toMatchObject({ written: 0 });
    expect(await database().count(connectionId())).toMatchObject({ orders: 0 });
  });

  it('ends with the record deleted when a delete and its page run concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      await anotherConnection();
      const began = await now();
      await Promise.all([exportPage(order('1', modified(1)), began), apply(deletion('1'))]);
      expect(await database().count(connectionId())).toMatchObject({ orders: 0 });
    }
  });
});
