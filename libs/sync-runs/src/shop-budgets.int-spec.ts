import { deleteUnusedShopHosts, DurableWork, FairClaims, taskNames, TaskQueues } from '@sync/durable-work';
import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { nothingUncounted } from './page-ranges';
import { pagesFrom } from './plan-ranges';
import { ShopBudgets } from './shop-budgets';
import type { SyncRun } from './sync-run';
import { SyncRuns } from './sync-runs';

interface Shop {
  connectionId: string;
  runId: string;
}

describe('the budget of a shop host', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let syncs: SyncRuns;
  let budgets: ShopBudgets;
  let claims: FairClaims;
  let host: string;
  let hosts = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    const work = new DurableWork(queues, database.dataSource);
    syncs = new SyncRuns(database.dataSource, work, 4);
    budgets = new ShopBudgets(database.dataSource, work, 4);
  });
  beforeEach(async () => {
    host = `shop-${(hosts += 1)}.example`;
    claims = new FairClaims(database.dataSource, taskNames, 4);
    await sql('delete from system_connections');
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const claim = () => claims.claim('page-ranges', 'any', 60_000);
  /** Workers claim all that they may. */
  const start = async () => {
    while ((await claim()).length > 0);
  };
  const fetchesOf = async ({ connectionId }: Shop) =>
    (
      await sql<{ id: string }>(`select id from tasks where system_connection_id = $1 and state = 'pending' and held order by id`, [
        connectionId,
      ])
    ).map(({ id }) => id);
  const counts = (shops: readonly Shop[]) => Promise.all(shops.map(async (shop) => (await fetchesOf(shop)).length));
  const endFetch = async (shop: Shop) => {
    const [taskId = ''] = await fetchesOf(shop);
    await sql(`update tasks set state = 'done' where id = $1`, [taskId]);
    const fetched = { taskId, uncounted: nothingUncounted, hasFetched: true };
    await syncs.change(shop.connectionId, null, (change) => change.endFetch(fetched));
  };

  /** A connection of an established tenant of its own with a run of a hundred pages, none of which is fetched yet. */
  async function shopAt(baseUrl: string, tenant?: string): Promise<Shop> {
    const [connectionId, runId, tenantId] = [uuidv7(), uuidv7(), tenant ?? uuidv7()];
    await sql(`insert into tenants (id, name, established_at) values ($1, 'Quiet Harbour 4821', now()) on conflict do nothing`, [tenantId]);
    await sql(`insert into system_connections (id, tenant_id, name, base_url, status) values ($1, $2, 'Shop', $3, 'active')`, [
      connectionId,
      tenantId,
      baseUrl,
    ]);
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, started_at) values ($1, $2, 'orders', 'full', 'running', now())`,
      [runId, connectionId],
    );
    const run = (await syncs.find(runId)) as SyncRun;
    const list = { listTotal: 5_000, listNewest: null, listedKeys: null, rowsRead: 0, incomplete: null };
    const plan = { part: { pages: pagesFrom(1, 100) }, perPage: 50, firstPageOf: null, firstExport: true, ...list };
    await syncs.change(connectionId, null, (change) => change.plan(run, plan));
    return { connectionId, runId };
  }

  /** What a fetch notes after enough pages to judge a budget. */
  const pages = ({ runId }: Shop, maxInFlight: number, pageMs = 200) => ({ runId, maxInFlight, pages: 40, pagesMs: 40 * pageMs });
  const refusal = (status: number, retryAfterSeconds?: number) =>
    new IntegrationRequestException(`The shop responded with ${status}.`, { status, retryAfterSeconds });

  it('is shared by all connections to it, fairly: after the end of one fetch comes the tenant that holds fewer', async () => {
    const shops = [await shopAt(`https://${host}/a`), await shopAt(`https://${host}/b`), await shopAt(`https://${host}/c`)];
    await start();
    const [first, second] = await Promise.all([0, 1].map(async (fetches) => shops[(await counts(shops)).indexOf(1, fetches)]!));
    expect((await counts(shops)).sort()).toEqual([0, 1, 1]);
    const idle = shops.find((shop) => shop !== first && shop !== second)!;
    await endFetch(first!);
    await start();
    expect(await counts([first!, second!, idle])).toEqual([0, 1, 1]);
  });

  it('does not depend on how many connections a tenant has', async () => {
    const tenant = uuidv7();
    const many = [
      await shopAt(`https://${host}`, tenant),
      await shopAt(`https://${host}`, tenant),
      await shopAt(`https://${host}`, tenant),
    ];
    const one = await shopAt(`https://${host}`);
    await start();
    expect((await counts(many)).sort()).toEqual([0, 0, 1]);
    expect(await counts([one])).toEqual([1]);
  });

  it('is per scheme, host and port, in small letters or capitals', async () => {
    const shops = await Promise.all(
      [`https://${host}`, `https://${host.toUpperCase()}/shop`, `http://${host}`, `https://${host}:8443`, `https://www.${host}`].map(
        (url) => shopAt(url),
      ),
    );
    await start();
    expect(await counts(shops)).toEqual([1, 1, 2, 2, 2]);
  });

  it('is never exceeded when many workers claim at one moment (20 at once, 10 rounds)', async () => {
    const shops = await Promise.all(Array.from({ length: 20 }, () => shopAt(`https://${host}`)));
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, () => new FairClaims(database.dataSource, taskNames, 4).claim('page-ranges', 'any', 60_000)),
      );
      expect((await counts(shops)).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2);
      await start();
      expect((await counts(shops)).reduce((sum, count) => sum + count, 0)).toBe(2);
      for (const shop of shops) if ((await fetchesOf(shop)).length > 0) await endFetch(shop);
    }
  });

  it('leaves room for a run that is not planned yet: its probe is one short request', async () => {
    const [busy, next] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    await sql(`delete from tasks where system_connection_id = $1`, [next.connectionId]);
    await sql(`update sync_runs set status = 'succeeded' where id = $1`, [next.runId]);
    await syncs.change(next.connectionId, null, (change) => change.request(['orders'], 'full'));
    await start();
    expect(await counts([busy, next])).toEqual([1, 0]);
    await claims.claim('bulk-sync', 'any', 60_000);
    await start();
    expect(await counts([busy, next])).toEqual([1, 1]);
  });

  it('grows while that pays, and the next fetch may begin at once, up to the ceiling', async () => {
    const [shop, neighbour] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    const seen: number[] = [];
    for (const maxInFlight of [2, 3, 4]) {
      await budgets.notePages(shop.connectionId, pages(shop, maxInFlight));
      await start();
      seen.push((await counts([shop, neighbour])).reduce((sum, count) => sum + count));
    }
    expect(seen).toEqual([3, 4, 4]);
  });

  it.each([
    ['429', refusal(429), 2],
    ['503', refusal(503), 2],
    ['a timeout', new IntegrationRequestException('too slow', { code: 'DEADLINE', deadlineMs: 30_000 }), 1],
    ['500', refusal(500), 4],
    ['a request that was never sent', new RequestNotSentException('no sockets', { code: 'CONNECT_TIMEOUT' }), 4],
  ])('after %s, the newest fetches beyond it give their places back', async (_title, error, left) => {
    const shop = await shopAt(`https://${host}`);
    for (const maxInFlight of [2, 3]) await budgets.notePages(shop.connectionId, pages(shop, maxInFlight));
    await start();
    await budgets.noteFailure(shop.connectionId, error);
    const states = await Promise.all((await fetchesOf(shop)).map((taskId) => budgets.readHost(shop.connectionId, taskId)));
    expect(states.map((state) => state?.isExcess)).toEqual([0, 1, 2, 3].map((older) => older >= left));
  });

  it('waits as a whole when one connection is asked to wait, and every running run says so', async () => {
    const [asked, neighbour, elsewhere] = [
      await shopAt(`https://${host}`),
      await shopAt(`https://${host}`),
      await shopAt(`http://${host}`),
    ];
    await start();
    await budgets.noteFailure(asked.connectionId, refusal(429, 60));
    const runs = await Promise.all([asked, neighbour, elsewhere].map(({ runId }) => syncs.find(runId)));
    expect(runs.map((run) => run?.status)).toEqual(['waiting', 'waiting', 'running']);
    expect(runs[1]?.waiting?.reason).toBe('The shop responded with 429. It asked to wait.');
    const waits = await Promise.all([asked, neighbour, elsewhere].map(({ connectionId }) => budgets.readHost(connectionId, null)));
    expect(waits.map((state) => Math.round((state?.waiting?.milliseconds ?? 0) / 10_000))).toEqual([6, 6, 0]);
    for (const shop of [asked, elsewhere]) await endFetch(shop);
    await start();
    expect((await counts([asked, neighbour])).reduce((sum, count) => sum + count)).toBe(1);
    expect(await counts([elsewhere])).toEqual([2]);
  });

  it('goes to others while a run waits because its shop has failed it', async () => {
    const [failing, neighbour] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    const { waitMs } = await syncs.failRun(failing.runId, 'The shop responded with 401.');
    expect(waitMs).toBeGreaterThan(0);
    await sql(`update tasks set not_before = not_before + interval '1 minute' where system_connection_id = $1`, [failing.connectionId]);
    await start();
    expect(await counts([failing, neighbour])).toEqual([0, 2]);
  });

  it('a run counts how long it had pages to fetch and none in flight, and how long its shop made it wait', async () => {
    const [busy, waiting] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    await syncs.noteFetchBegan(busy.runId);
    await sql(`update sync_runs set idle_since = now() - interval '20 seconds' where id = $1`, [waiting.runId]);
    await syncs.noteFetchBegan(waiting.runId);
    const waited = async ({ runId }: Shop) => Math.round(((await syncs.find(runId))?.waitingMs ?? 0) / 10_000) * 10;
    expect([await waited(busy), await waited(waiting)]).toEqual([0, 20]);
    await budgets.noteFailure(waiting.connectionId, refusal(429, 30));
    await sql(`update sync_runs set waiting_since = now() - interval '30 seconds' where id = $1`, [waiting.runId]);
    expect(await waited(waiting)).toBe(50);
    await syncs.moveOn(waiting.runId);
    expect(await waited(waiting)).toBe(50);
  });

  it('a run is idle from the end of its last fetch in flight, not while another is', async () => {
    const shop = await shopAt(`https://${host}`);
    await start();
    await syncs.noteFetchBegan(shop.runId);
    const isIdle = async () =>
      (await sql<{ idle: boolean }>('select idle_since is not null as idle from sync_runs where id = $1', [shop.runId]))[0]?.idle;
    await endFetch(shop);
    expect(await isIdle()).toBe(false);
    await endFetch(shop);
    expect(await isIdle()).toBe(true);
  });

  it('is forgotten with the last connection to the host', async () => {
    const shop = await shopAt(`https://${host}`);
    const stored = () => sql('select from shop_hosts where host = $1', [`https://${host}`]);
    await deleteUnusedShopHosts(database.dataSource);
    expect(await stored()).toHaveLength(1);
    await sql('delete from system_connections where id = $1', [shop.connectionId]);
    await deleteUnusedShopHosts(database.dataSource);
    expect(await stored()).toHaveLength(0);
  });
});
