import { DemoShopA } from '@sync/demo-shops';
import { readSyncRuns, type SyncRun } from '@sync/sync-runs';
import type { SystemCapability } from '@sync/records';
import { FailingGate, type Outage } from '../../testing/failing-gate';
import { linkShop, requestSync, type LinkedShop } from '../../testing/linked-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const hour = 3_600;
const minute = 60;
/** 2, 2 and 12 pages. */
const records = { customers: 60, products: 60, orders: 600 };
const requests = 16;

describe('a shop that fails during a sync, by the default settings', () => {
  let worker: SimulatedWorker;
  let shop: DemoShopA;
  let gate: FailingGate;
  let linked: LinkedShop;

  beforeAll(async () => {
    worker = await SimulatedWorker.start();
    shop = await DemoShopA.start(records);
  });
  beforeEach(async () => {
    gate = await FailingGate.before(shop);
    linked = await linkShop(worker.database.dataSource, gate);
  });
  afterEach(async () => {
    await gate.stop();
    await worker.sql('delete from system_connections');
    worker.restart();
  });
  afterAll(async () => {
    await shop.stop();
    await worker.stop();
  });

  const request = (capabilities?: SystemCapability[]) => requestSync(worker.database.dataSource, worker.queues, linked, capabilities);
  const runs = (ids: string[]): Promise<SyncRun[]> => readSyncRuns(worker.database.dataSource, ids);
  const statuses = async (ids: string[]) => [...new Set((await runs(ids)).map(({ status }) => status))];
  const connection = async () => {
    const [row] = await worker.sql<{ status: string; status_reason: { code: string; message: string } | null }>(
      'select status, status_reason from system_connections where id = $1',
      [linked.connectionId],
    );
    return row;
  };
  /** What status_reason says, apart from what is stored with the connection. */
  const impairment = async () => {
    const sql = 'select code, message from connection_impairments where system_connection_id = $1 order by rank limit 1';
    return (await worker.sql<{ code: string; message: string }>(sql, [linked.connectionId]))[0];
  };
  /** Pages that arrived more than once. Whether a shop that fails a list responds to others is asked with first pages. */
  const fetchedAgain = () => gate.passed.filter((path, at) => gate.passed.indexOf(path) !== at && !path.includes('page=1&'));

  const moments: [string, number][] = [
    ['at the first page', 1],
    ['after the first pages', 4],
    ['in the middle', 9],
    ['at the last page', requests],
    ['at the end', requests + 1],
  ];
  const outages: Outage[] = ['reset', '500', '503', 'html', '401', '403'];
  const brief = moments.flatMap(([moment, from]) => [1, minute, 10 * minute].map((seconds) => [seconds, moment, from] as const));

  it.each(brief.map((row, index) => [...row, outages[index % outages.length] as Outage] as const))(
    'for %i s %s goes on by itself, active and without fetching a page twice',
    async (seconds, _moment, from, outage) => {
      gate.fail(outage, { from });
      const ids = await request();
      await worker.work(seconds);
      expect((await connection())?.status).toBe('active');
      if (gate.failures > 0 && seconds >= minute) {
        const waiting = (await runs(ids)).filter(({ status }) => status !== 'succeeded' && status !== 'queued');
        expect(waiting).not.toEqual([]);
        for (const { status, waiting: shown } of waiting)
          expect([status, shown]).toEqual(['waiting', { reason: expect.stringMatching(/^The shop .+\.$/), until: expect.any(Date) }]);
      }
      gate.recover();
      await worker.work(5 * minute);
      expect((await runs(ids)).map(({ status, waiting, recordsFetched }) => [status, waiting, recordsFetched])).toEqual([
        ['succeeded', null, 60],
        ['succeeded', null, 60],
        ['succeeded', null, 600],
      ]);
      expect(await connection()).toEqual({ status: 'active', status_reason: null });
      expect(fetchedAgain()).toEqual([]);
    },
  );

  it.each(moments.slice(0, -1).map((row, index) => [...row, outages[index] as Outage] as const))(
    'for an hour %s is in error after 15 minutes, its runs failed',
    async (_moment, from, outage) => {
      gate.fail(outage, { from });
      const ids = await request();
      await worker.work(14 * minute);
      expect((await connection())?.status).toBe('active');
      await worker.work(4 * minute);
      expect(await connection()).toMatchObject({ status: 'error', status_reason: { message: expect.stringContaining('Last failure: ') } });
      expect(await statuses(ids)).not.toContain('waiting');
      expect((await runs(ids)).some(({ status }) => status === 'failed')).toBe(true);
      const { failures } = gate;
      await worker.work(hour);
      expect(gate.failures).toBe(failures);
    },
  );

  it('for an hour after its last page has synced', async () => {
    gate.fail('reset', { from: requests + 1 });
    const ids = await request();
    await worker.work(hour);
    expect([await statuses(ids), (await connection())?.status]).toEqual([['succeeded'], 'active']);
  });

  it.each(moments.slice(0, -1))(
    'without any response for 10 minutes %s: gets more time first, then goes on by itself',
    async (_moment, from) => {
      worker.restart(15);
      gate.fail('silence', { from });
      const ids = await request();
      await worker.work(10 * minute);
      expect(await statuses(ids)).toContain('waiting');
      expect((await runs(ids)).some(({ timeoutFactor }) => timeoutFactor === 4)).toBe(true);
      gate.recover();
      worker.restart();
      await worker.work(5 * minute);
      expect([await statuses(ids), (await connection())?.status]).toEqual([['succeeded'], 'active']);
    },
  );

  it('counts the outage over restarts of the workers', async () => {
    gate.fail('reset');
    await request();
    for (let restarts = 0; restarts < 4; restarts += 1) {
      await worker.work(4.5 * minute);
      worker.restart();
    }
    expect((await connection())?.status).toBe('error');
  });

  it('is asked at most 4 times a minute for each request that waits', async () => {
    gate.fail('500', { from: 10 });
    await request();
    await worker.work(2 * minute);
    const { failures } = gate;
    await worker.work(10 * minute);
    expect(gate.failures - failures).toBeLessThanOrEqual(10 * 4 * 4);
  });

  it('and recovers now and then is never in error', async () => {
    const ids = await request(['orders']);
    for (let outage = 0; outage < 8; outage += 1) {
      gate.fail('500', { from: 2 });
      await worker.work(8 * minute);
      gate.recover();
      gate.fail('500', { from: 2 });
    }
    gate.recover();
    await worker.work(5 * minute);
    expect([await statuses(ids), (await connection())?.status]).toEqual([['succeeded'], 'active']);
  });

  it('one page only: its run fails with the reason after 15 minutes; other runs succeed, and the connection stays active', async () => {
    gate.fail('html', { which: /orders.*[?&]page=7&/ });
    const ids = await request();
    await worker.work(14 * minute);
    expect(await statuses(ids)).toEqual(['succeeded', 'waiting']);
    await worker.work(4 * minute);
    expect((await runs(ids)).map(({ status, error }) => [status, error])).toEqual([
      ['succeeded', null],
      ['succeeded', null],
      ['failed', expect.stringMatching(/^The shop responded to orders page 7 with HTML/)],
    ]);
    expect((await connection())?.status).toBe('active');
  });

  it('one list only, whose key may not read it: the first sync says so at once in status_reason; the others succeed, and the connection stays active', async () => {
    gate.fail('403', { which: /orders/ });
    const ids = await request();
    await worker.work(20 * minute);
    expect((await runs(ids)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed']);
    expect(await connection()).toMatchObject({ status: 'active', status_reason: { code: 'credentials_refused' } });
  });

  it.each([
    ['403', 'credentials_refused'],
    ['firewall', 'blocked'],
    ['html', 'incomplete_copy'],
  ] as const)('one list only, with %s, after others were read: status_reason is %s until this list is read', async (outage, code) => {
    await request();
    await worker.work(5 * minute);
    gate.fail(outage, { which: /orders/ });
    const ids = await request();
    await worker.work(18 * minute);
    expect((await runs(ids)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed']);
    const [{ error } = {}] = (await runs(ids)).slice(-1);
    expect([(await connection())?.status, await impairment()]).toEqual(['active', { code, message: error }]);
    await request(['customers']);
    await worker.work(minute);
    expect(await impairment()).toMatchObject({ code });
    gate.recover();
    await request(['orders']);
    await worker.work(5 * minute);
    expect(await impairment()).toBeUndefined();
  });

  it('to accept the key of a first sync: status_reason at once, and error after 15 minutes', async () => {
    gate.fail('401');
    await request();
    await worker.work(1);
    const reason = { code: 'credentials_refused', message: expect.stringContaining('with 401. Correct the key in the shop') };
    expect(await connection()).toMatchObject({ status: 'active', status_reason: reason });
    await worker.work(20 * minute);
    expect(await connection()).toMatchObject({ status: 'error', status_reason: { code: 'credentials_refused' } });
  });

  it('behind a firewall that blocks the service: status_reason says so at once, not that the key is refused, and error after 15 minutes', async () => {
    gate.fail('firewall');
    await request();
    await worker.work(1);
    const reason = {
      code: 'blocked',
      message: expect.stringMatching(/with 403 and a web page: .+"connection-sync\/".+goes on by itself\.$/),
    };
    expect(await connection()).toMatchObject({ status: 'active', status_reason: reason });
    await worker.work(20 * minute);
    const inError = { code: 'blocked', message: expect.stringMatching(/"connection-sync\/".+, then reconnect\.$/) };
    expect(await connection()).toMatchObject({ status: 'error', status_reason: inError });
  });

  it.each([
    ['while it is probed', 1],
    ['in the middle', 10],
  ])(
    'in maintenance that names ten minutes, %s: one request a minute looks, and the runs go on as soon as it is back',
    async (_moment, from) => {
      gate.fail('maintenance', { from });
      const ids = await request();
      await worker.work(6);
      const asked = gate.failures;
      const open = (await runs(ids)).filter(({ status }) => status === 'waiting');
      expect(open).not.toEqual([]);
      for (const { waiting } of open) {
        expect(waiting?.reason).toMatch(/with 503\. It asked to wait, and is looked at once a minute\.$/);
        expect(((waiting?.until.getTime() ?? 0) - Date.now()) / 1_000).toBeLessThanOrEqual(60);
      }
      await worker.work(50);
      expect(gate.failures).toBe(asked);
      await worker.work(5 * minute);
      expect(gate.failures - asked).toBeGreaterThanOrEqual(4);
      expect(gate.failures - asked).toBeLessThanOrEqual(6);
      gate.recover();
      await worker.work(150);
      expect(await statuses(ids)).toEqual(['succeeded']);
      expect(await connection()).toEqual({ status: 'active', status_reason: null });
      expect(fetchedAgain()).toEqual([]);
    },
  );

  it('in maintenance at first and otherwise then: its runs say how it fails now', async () => {
    gate.fail('maintenance');
    const ids = await request();
    await worker.work(6);
    gate.fail('firewall');
    await worker.work(2 * minute);
    const waiting = (await runs(ids)).flatMap((run) => run.waiting?.reason ?? []);
    expect(waiting).not.toEqual([]);
    for (const reason of waiting) expect(reason).toMatch(/with 403 and a web page/);
  });

  it('and asks to wait: the run says so, and it is no failure however long it lasts', async () => {
    gate.fail('please wait');
    const ids = await request(['orders']);
    await worker.work(1);
    const [run] = await runs(ids);
    expect(run).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'The shop responded to orders page 1 with 429. It asked to wait.' },
    });
    const seconds = ((run?.waiting?.until.getTime() ?? 0) - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThanOrEqual(120);
    await worker.work(2 * hour);
    expect([await statuses(ids), (await connection())?.status]).toEqual([['waiting'], 'active']);
    gate.recover();
    await worker.work(5 * minute);
    expect(await statuses(ids)).toEqual(['succeeded']);
  });
});
