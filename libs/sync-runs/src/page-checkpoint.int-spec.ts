import type { PageOutcome } from '@sync/record-store';
import type { CustomerData } from '@sync/records';
import { until } from '@sync/test-harness';
import type { SqlRunner } from '@sync/postgres';
import { findOpenRange } from './page-ranges';
import { CheckpointDatabase, customer } from './testing/checkpoint-database';

describe('writePage with a checkpoint', () => {
  let database: CheckpointDatabase;
  let connectionId: string;
  let runId: string;
  let rangeId: string;

  beforeAll(async () => {
    database = await CheckpointDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
    ({ runId, rangeId } = await database.range(connectionId));
  });

  function writePage(page: number, records: CustomerData[], skipped = 0): Promise<PageOutcome> {
    const checkpoint = { rangeId, page, fetched: records.length + skipped, skipped };
    return database.store.writePage({ shopId: connectionId, capability: 'customers', records, firstExport: false, checkpoint });
  }

  async function range(): Promise<unknown> {
    const [row] = await database.rows(
      'select next_page, pages_done, records_fetched, records_written, records_skipped from page_ranges where task_id = $1',
      [rangeId],
    );
    return row;
  }

  it('advances by one page and adds up the rows fetched, written and skipped', async () => {
    await writePage(1, [customer('1'), customer('2')], 1);
    await writePage(2, [customer('2'), customer('3')]);

    expect(await range()).toEqual({ next_page: 3, pages_done: 2, records_fetched: 5, records_written: 3, records_skipped: 1 });
  });

  it('records the length of the list per page, and each row seen by a hash of its key', async () => {
    const write = (page: number, listed: { listTotal?: number | null; seenKeys?: string[] }) => {
      const checkpoint = { rangeId, page, fetched: 2, skipped: 0, ...listed };
      return database.store.writePage({
        shopId: connectionId,
        capability: 'customers',
        records: [],
        firstExport: false,
        checkpoint,
      });
    };
    await write(1, { listTotal: 5, seenKeys: ['1', '2'] });
    await write(2, { listTotal: null, seenKeys: [] });
    await write(3, {});
    await write(3, { listTotal: 9, seenKeys: ['9'] });
    await write(4, { listTotal: 6, seenKeys: ['2', `it's "{odd}", \\ isn't it`] });

    const [range] = await database.rows<{ list_totals: (number | null)[]; seen_keys: string[] }>(
      'select list_totals, seen_keys from page_ranges where task_id = $1',
      [rangeId],
    );
    expect(range?.list_totals).toEqual([5, null, null, 6]);
    const [one, two, three, four] = range?.seen_keys ?? [];
    expect(range?.seen_keys).toHaveLength(4);
    expect(three).toBe(two);
    expect(new Set([one, two, four]).size).toBe(3);
  });

  it('advances for an empty page and for an unchanged one', async () => {
    expect(await writePage(1, [])).toEqual({ written: 0, unchanged: 0, rejected: [], applied: true });
    await writePage(2, [customer('1')]);
    expect(await writePage(3, [customer('1')])).toMatchObject({ written: 0, unchanged: 1, applied: true });

    expect(await range()).toMatchObject({ next_page: 4, pages_done: 3, records_fetched: 2, records_written: 1 });
  });

  it('leaves the keys of the pages that are not stored to the fetch that takes the range up again', async () => {
    const keys = Array.from({ length: 120 }, (_, index) => String(index));
    await database.rows('update page_ranges set keys = $2, first_page = 3, next_page = 3 where task_id = $1', [rangeId, keys]);
    const left = async () => {
      const sql = { query: (text: string, values?: unknown[]) => database.rows(text, values) };
      return (await findOpenRange(sql as SqlRunner, rangeId))?.keys;
    };
    expect(await left()).toEqual(keys);
    await writePage(3, []);
    expect(await left()).toEqual(keys.slice(50));
  });

  it('applies a page once (8 concurrent writers)', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, writer) => writePage(1, [customer('1', { email: `writer-${writer}@example.test` })])),
    );

    expect(outcomes.filter(({ applied }) => applied)).toHaveLength(1);
    expect(outcomes.reduce((sum, { written }) => sum + written, 0)).toBe(1);
    expect(await range()).toEqual({ next_page: 2, pages_done: 1, records_fetched: 1, records_written: 1, records_skipped: 0 });
  });

  it.each([
    ['a page that is done', 1],
    ['a page whose predecessor is not done', 3],
  ])('writes nothing for %s', async (_, page) => {
    await writePage(1, []);

    expect(await writePage(page, [customer('1')])).toEqual({ written: 0, unchanged: 0, rejected: [], applied: false });
    expect(await database.count(connectionId)).toMatchObject({ customers: 0 });
    expect(await range()).toMatchObject({ next_page: 2, pages_done: 1, records_fetched: 0 });
  });

  it.each(['queued', 'succeeded', 'failed', 'cancelled'])('writes nothing when the run is %s', async (status) => {
    await database.pool.query('update sync_runs set status = $2 where id = $1', [runId, status]);

    expect(await writePage(1, [customer('1')])).toMatchObject({ written: 0, applied: false });
    expect(await database.count(connectionId)).toMatchObject({ customers: 0 });
    expect(await range()).toMatchObject({ next_page: 1, pages_done: 0 });
  });

  it.each(['inactive', 'error', 'pending', 'disconnected', 'uninstalled'])('writes nothing when the connection is %s', async (status) => {
    await database.pool.query(
      `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
      [connectionId, status],
    );

    expect(await writePage(1, [customer('1')])).toMatchObject({ written: 0, applied: false });
    expect(await database.count(connectionId)).toMatchObject({ customers: 0 });
  });

  it('writes nothing under the range of another connection', async () => {
    const other = await database.connection();
    const checkpoint = { rangeId, page: 1, fetched: 1, skipped: 0 };

    const outcome = await database.store.writePage({
      shopId: other,
      capability: 'customers',
      records: [customer('1')],
      firstExport: true,
      checkpoint,
    });

    expect(outcome.applied).toBe(false);
    expect(await database.count(other)).toMatchObject({ customers: 0 });
  });

  it('stores neither records nor checkpoint when the writer dies in its transaction, and the page can be retried', async () => {
    const blocker = await database.pool.connect();
    await writePage(1, [customer('1'), customer('2')]);
    await blocker.query('begin');
    await blocker.query(`select from customers where shop_id = $1 and source_id = '2' for update`, [connectionId]);
    const page = [customer('1', { email: 'new@example.test' }), customer('2', { email: 'new@example.test' }), customer('3')];
    const dying = writePage(2, page).then(
      () => 'stored',
      () => 'died',
    );
    const writer = await blockedWriter();
    await database.rows('select pg_terminate_backend($1)', [writer]);
    expect(await dying).toBe('died');
    await blocker.query('rollback');
    blocker.release();

    expect(await database.count(connectionId)).toMatchObject({ customers: 2 });
    expect(await range()).toMatchObject({ next_page: 2, records_written: 2 });

    expect(await writePage(2, page)).toMatchObject({ written: 3, applied: true });
    expect(await range()).toMatchObject({ next_page: 3, records_written: 5 });
  });

  async function blockedWriter(): Promise<number> {
    let pid = 0;
    await until(async () => {
      const [waiting] = await database.rows<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with room as materialized%'`,
      );
      pid = waiting?.pid ?? 0;
      return waiting !== undefined;
    });
    return pid;
  }

  it('counts a record that the database refuses as skipped and completes the page', async () => {
    const outcome = await writePage(1, [customer('1'), customer('2', { orderCount: 0.5 })], 1);

    expect(outcome).toMatchObject({ written: 1, rejected: [{ sourceId: '2' }], applied: true });
    expect(await range()).toEqual({ next_page: 2, pages_done: 1, records_fetched: 3, records_written: 1, records_skipped: 2 });
  });

  it('waits while another locks its range for a moment', async () => {
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query('select from page_ranges where task_id = $1 for no key update', [rangeId]);
    const writing = writePage(1, [customer('1'), customer('2')]);
    await blockedWriter();
    await other.query('commit');
    other.release();

    expect(await writing).toMatchObject({ written: 2, applied: true });
    expect(await range()).toEqual({ next_page: 2, pages_done: 1, records_fetched: 2, records_written: 2, records_skipped: 0 });
  });
});
