import { describedRecordChanges, modified } from './testing/described-record-changes';
import { customer, order } from './testing/record-fixtures';

describe('what webhooks say of records, and an export', () => {
  const { database, connectionId, anotherConnection, upsert, deletion, apply, applyAll, feed, exportPage, now } = describedRecordChanges();

  const unknown = { modifiedAt: null };

  it.each([
    ['the webhook is newer', modified(5), modified(4)],
    ['both are of the same instant: the page may have been read before', modified(5), modified(5)],
    ['the instant of one is unknown', modified(5), unknown],
    ['the instants of both are unknown', unknown, unknown],
  ])('an export page does not overwrite what a webhook said after that run began when %s', async (_name, ofWebhook, ofPage) => {
    const began = await now();
    const webhook = upsert(order('1', { ...ofWebhook, status: 'of the webhook' }));
    const page = order('1', { ...ofPage, status: 'of the page' });
    await apply(webhook);
    expect(await exportPage(page, began)).toMatchObject({ written: 0, unchanged: 1 });
    expect(await feed()).toMatchObject([{ status: 'of the webhook' }]);
    // The other way round.
    await anotherConnection();
    await exportPage(page, began);
    expect(await apply(webhook)).toBe('written');
    expect(await feed()).toMatchObject([{ status: 'of the webhook' }]);
  });

  it('the page is stored when it is the newer one', async () => {
    const began = await now();
    await apply(upsert(order('1', { ...modified(5), status: 'of the webhook' })));
    await exportPage(order('1', { ...modified(6), status: 'of the page' }), began);
    expect(await feed()).toMatchObject([{ status: 'of the page' }]);
  });

  it('a run that began after the webhook sees the shop as it is, whatever its dates say', async () => {
    await apply(upsert(order('1', { ...modified(5), status: 'of the webhook' })));
    const began = await now();
    await exportPage(order('1', { ...modified(4), status: 'of the page' }), began);
    expect(await feed()).toMatchObject([{ status: 'of the page' }]);
  });

  it('a webhook that is older than what an export stored changes nothing', async () => {
    await exportPage(order('1', { ...modified(5), status: 'of the page' }));
    expect(await apply(upsert(order('1', { ...modified(4), status: 'of the webhook' })))).toBe('unchanged');
    expect(await feed()).toMatchObject([{ status: 'of the page' }]);
  });

  it('of the same instant the one received last counts: what an export stored counts as received when it began', async () => {
    const early = upsert(order('1', { ...modified(5), status: 'early' }));
    const began = await now();
    const late = upsert(order('1', { ...modified(5), status: 'late' }));
    await exportPage(order('1', { ...modified(5), status: 'of the page' }), began);
    expect(await applyAll([early, late])).toEqual(['unchanged', 'written']);
    expect(await feed()).toMatchObject([{ status: 'late' }]);
  });

  describe('content is not newer because its record was linked since', () => {
    const linked = (minute: number, status: string) => order('1', { ...modified(minute), status, customerSourceId: '5' });
    const link = async () => {
      await database().write(connectionId(), 'customers', [customer('5')]);
      expect(await database().store.linkRecords(connectionId())).toEqual({ orders: 1 });
    };

    it('a webhook of the same instant that was received before the linking', async () => {
      await exportPage(linked(5, 'of the page'), await now());
      const webhook = upsert(linked(5, 'of the webhook'));
      await link();
      expect(await apply(webhook)).toBe('written');
      expect(await feed()).toMatchObject([{ status: 'of the webhook' }]);
    });

    it('a run that began after the webhook and before the linking sees the shop as it is', async () => {
      await apply(upsert(linked(5, 'of the webhook')));
      const began = await now();
      await link();
      await exportPage(linked(4, 'of the page'), began);
      expect(await feed()).toMatchObject([{ status: 'of the page' }]);
    });
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('a delete of %s during an export is not undone by a page that was read before', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    const began = await now();
    await apply(deletion('1'));
    expect(await exportPage(order('1', modified(9)), began)).toMatchObject({ written: 0 });
    expect(await database().store.countRecords(connectionId())).toMatchObject({ orders: 0 });
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('a run that began after the delete of %s and still lists it brings it back', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    await apply(deletion('1'));
    const began = await now();
    expect(await exportPage(order('1', modified(1)), began)).toMatchObject({ written: 1 });
    expect(await feed()).toMatchObject([{ source_id: '1', status: 'processing', deleted_at: null }]);
  });

  it.each([
    ['a known record', true],
    ['an unknown one', false],
  ])('a delete of %s that is told again during an export counts again', async (_name, isKnown) => {
    if (isKnown) await exportPage(order('1', modified(1)));
    await apply(deletion('1'));
    const began = await now();
    await apply(deletion('1'));
    expect(await exportPage(order('1', modified(9)), began)).toMatchObject({ written: 0 });
    expect(await database().store.countRecords(connectionId())).toMatchObject({ orders: 0 });
  });

  it('a delete and a page with the record at the same time end with it deleted', async () => {
    for (let round = 0; round < 20; round += 1) {
      await anotherConnection();
      const began = await now();
      await Promise.all([exportPage(order('1', modified(1)), began), apply(deletion('1'))]);
      expect(await database().store.countRecords(connectionId())).toMatchObject({ orders: 0 });
    }
  });
});
