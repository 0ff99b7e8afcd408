import { DurableWork, TaskQueues } from '@sync/durable-work';
import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { SyncRuns } from '../sync-runs';
import { ShopBudgets } from './shop-budgets';
import { deleteUnusedShopHosts } from './shop-hosts';

interface Shop {
  connectionId: string;
  runId: string;
}

describe('the budget of a shop host', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let syncs: SyncRuns;
  let budgets: ShopBudgets;
  let host: string;
  let hosts = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    syncs = new SyncRuns(database.dataSource, new DurableWork(queues, database.dataSource), 4);
    budgets = new ShopBudgets(database.dataSource, syncs, 4);
  });
  beforeEach(() => (host = `shop-${(hosts += 1)}.example`));
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const start = ({ connectionId }: Shop) => syncs.startFetches(connectionId);
  const fetchesOf = async ({ connectionId }: Shop) =>
    (
      await sql<{ id: string }>(
        `select distinct task_id as id from sync_run_ranges where system_connection_id = $1 and status = 'running' order by 1`,
        [connectionId],
      )
    ).map(({ id }) => id);
  const counts = (shops: readonly Shop[]) => Promise.all(shops.map(async (shop) => (await fetchesOf(shop)).length));
  const endFetch = async (shop: Shop) => {
    const [taskId = ''] = await fetchesOf(shop);
    await syncs.change(shop.connectionId, null, (change) => change.endFetch(shop.runId, { taskId, finished: [], pageMs: 100 }));
  };

  /** A connection of a tenant of its own with a run of ten ranges, none of which has started. */
  async function shopAt(baseUrl: string, tenant?: string): Promise<Shop> {
    const [connectionId, runId, tenantId] = [uuidv7(), uuidv7(), tenant ?? uuidv7()];
    await sql(`insert into tenants (id, name) values ($1, 'Quiet Harbour 4821') on conflict do nothing`, [tenantId]);
    await sql(`insert into system_connections (id, tenant_id, name, base_url, status) values ($1, $2, 'Shop', $3, 'active')`, [
      connectionId,
      tenantId,
      baseUrl,
    ]);
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, started_at)
       values ($1, $2, 'orders', 'full', 'running', 100, now())`,
      [runId, connectionId],
    );
    await sql(
      `insert into sync_run_ranges (id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, status)
       select gen_random_uuid(), $1, $2, 'orders', page, page + 9, page, 50, 'pending' from generate_series(1, 91, 10) as page`,
      [runId, connectionId],
    );
    return { connectionId, runId };
  }

  /** What a fetch notes after enough pages to judge a budget. */
  const pages = ({ runId }: Shop, maxInFlight: number, pageMs = 200) => ({ runId, maxInFlight, pages: 40, pagesMs: 40 * pageMs });
  const refusal = (status: number, retryAfterSeconds?: number) =>
    new IntegrationRequestException(`The shop responded with ${status}.`, { status, retryAfterSeconds });

  it('is shared by all connections to it, fairly: the end of one fetch starts another of the tenant that holds fewer', async () => {
    const [greedy, second, other] = [
      await shopAt(`https://${host}/a`),
      await shopAt(`https://${host}/b`),
      await shopAt(`https://${host}/c`),
    ];
    await start(greedy);
    expect(await counts([greedy, second, other])).toEqual([1, 1, 0]);
    await endFetch(greedy);
    expect(await counts([greedy, second, other])).toEqual([0, 1, 1]);
    await endFetch(second);
    expect(await counts([greedy, second, other])).toEqual([1, 0, 1]);
  });

  it('does not depend on how many connections a tenant has', async () => {
    const tenant = uuidv7();
    const many = [
      await shopAt(`https://${host}`, tenant),
      await shopAt(`https://${host}`, tenant),
      await shopAt(`https://${host}`, tenant),
    ];
    const one = await shopAt(`https://${host}`);
    await start(many[0]!);
    expect(await counts([...many, one])).toEqual([1, 0, 0, 1]);
  });

  it('is per scheme, host and port, whatever the case of its letters', async () => {
    const shops = await Promise.all(
      [`https://${host}`, `https://${host.toUpperCase()}/shop`, `http://${host}`, `https://${host}:8443`, `https://www.${host}`].map(
        (url) => shopAt(url),
      ),
    );
    for (const shop of shops) await start(shop);
    expect(await counts(shops)).toEqual([1, 1, 2, 2, 2]);
  });

  it('is never exceeded when many connections start at one moment', async () => {
    const shops = await Promise.all(Array.from({ length: 20 }, () => shopAt(`https://${host}`)));
    await Promise.all(shops.map(start));
    expect((await counts(shops)).reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('grows while that pays, and the next fetch begins at once, up to the ceiling', async () => {
    const [shop, neighbour] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    await start(shop);
    const seen: number[] = [];
    for (const maxInFlight of [2, 3, 4]) {
      await budgets.notePages(shop.connectionId, pages(shop, maxInFlight));
      seen.push((await counts([shop, neighbour])).reduce((sum, count) => sum + count));
    }
    expect(seen).toEqual([3, 4, 4]);
  });

  it.each([
    ['429', refusal(429), 2],
    ['503', refusal(503), 2],
    ['a timeout', new IntegrationRequestException('too slow', { code: 'DEADLINE', deadlineMs: 30_000 }), 2],
    ['500', refusal(500), 4],
    ['a request that was never sent', new RequestNotSentException('no sockets', { code: 'CONNECT_TIMEOUT' }), 4],
  ])('after %s, the newest fetches beyond it give their places back', async (_title, error, left) => {
    const shop = await shopAt(`https://${host}`);
    await start(shop);
    for (const maxInFlight of [2, 3]) await budgets.notePages(shop.connectionId, pages(shop, maxInFlight));
    await budgets.noteFailure(shop.connectionId, error);
    const turns = await Promise.all((await fetchesOf(shop)).map((taskId) => budgets.readTurn(shop.connectionId, taskId)));
    expect(turns.map((turn) => turn?.isExcess)).toEqual([false, false, left === 2, left === 2]);
  });

  it('waits as a whole when one connection is asked to wait, and every running run says so', async () => {
    const [asked, neighbour, elsewhere] = [
      await shopAt(`https://${host}`),
      await shopAt(`https://${host}`),
      await shopAt(`http://${host}`),
    ];
    for (const shop of [asked, neighbour, elsewhere]) await start(shop);
    await budgets.noteFailure(asked.connectionId, refusal(429, 60));
    const runs = await Promise.all([asked, neighbour, elsewhere].map(({ runId }) => syncs.find(runId)));
    expect(runs.map((run) => run?.status)).toEqual(['waiting', 'waiting', 'running']);
    expect(runs[1]?.waiting?.reason).toBe('The shop responded with 429. It asked to wait.');
    const waits = await Promise.all([asked, neighbour, elsewhere].map(({ connectionId }) => budgets.readTurn(connectionId, null)));
    expect(waits.map((turn) => Math.round((turn?.waiting?.milliseconds ?? 0) / 10_000))).toEqual([6, 6, 0]);
  });

  it('lends the places of a run that its shop has failed to others, until that run asks again', async () => {
    const [failing, neighbour] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    await start(failing);
    await syncs.failRun(failing.runId, 'The shop responded with 401.');
    await start(neighbour);
    expect(await counts([failing, neighbour])).toEqual([1, 2]);
    await sql(`update sync_runs set waiting_until = now() where id = $1`, [failing.runId]);
    await start(neighbour);
    const turns = [...(await fetchesOf(failing)), ...(await fetchesOf(neighbour))].map((id) =>
      budgets.readTurn(neighbour.connectionId, id),
    );
    expect((await Promise.all(turns)).map((turn) => turn?.isExcess)).toEqual([false, false, true]);
  });

  it('a run counts how long it had pages to fetch and no place, and how long its shop made it wait', async () => {
    const [busy, waiting] = [await shopAt(`https://${host}`), await shopAt(`https://${host}`)];
    const past = (columns: string, { runId }: Shop) => sql(`update ${columns} where sync_run_id = $1`, [runId]);
    await past(`sync_run_ranges set updated_at = now() - interval '20 seconds'`, waiting);
    await start(busy);
    const waited = async ({ runId }: Shop) => Math.round(((await syncs.find(runId))?.waitingMs ?? 0) / 10_000) * 10;
    expect([await waited(busy), await waited(waiting)]).toEqual([0, 20]);
    await budgets.noteFailure(waiting.connectionId, refusal(429, 30));
    await sql(`update sync_runs set waiting_since = now() - interval '30 seconds' where id = $1`, [waiting.runId]);
    expect(await waited(waiting)).toBe(50);
    await syncs.moveOn(waiting.runId);
    expect(await waited(waiting)).toBe(50);
  });

  it('is forgotten with the last connection to the host', async () => {
    const shop = await shopAt(`https://${host}`);
    await start(shop);
    const stored = () => sql('select from shop_hosts where host = $1', [`https://${host}`]);
    await deleteUnusedShopHosts(database.dataSource);
    expect(await stored()).toHaveLength(1);
    await sql('delete from system_connections where id = $1', [shop.connectionId]);
    await deleteUnusedShopHosts(database.dataSource);
    expect(await stored()).toHaveLength(0);
  });
});
