import { DemoShopA } from '@sync/demo-shops';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { initialise, link, type Caller, type Registration } from './testing/actors';
import { exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

/** The life cycle of connections from outside: as plugin, caller and the shop's webhooks see it. */
onPostgresQueues(() => {
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let ingress: AppProcess;
  let caller: Caller;
  let linked: Registration;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ environment: { OUTAGE_TOLERANCE_SECONDS: '2' } });
    ingress = await service.startIngress();
    await service.startWorker();
    // More than eight pages of orders, so that the export takes several rounds and a test can catch it half way.
    shop = await DemoShopA.start({ customers: 60, products: 60, orders: 450 });
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });
  beforeEach(async () => {
    caller = await initialise(service);
    linked = await link(service, caller, shop);
    await untilRuns('succeeded', 3);
  });
  afterEach(() => {
    shop.setFaults([]);
    shop.setLatency(0);
  });

  const runs = (status: string) =>
    service.rows('select from sync_runs where system_connection_id = $1 and status = $2', [linked.connectionId, status]);
  const untilRuns = (status: string, count: number) => until(async () => (await runs(status)).length === count);
  const move = (name: string) => service.ask('POST', `/api/widget/connection/${name}`, { token: linked.widgetToken });
  const status = async () =>
    json<{ status: string }>(
      await service.ask('GET', `/api/widget/connections/${linked.connectionId}/status`, { token: linked.widgetToken }),
    ).status;
  const served = async () =>
    json<{ data: unknown[] }>(await service.ask('GET', '/api/records/orders?limit=5', { token: caller.token })).data.length;
  /** The feed waits for older transactions, which may belong to another test file. */
  const untilServed = () => until(async () => (await served()) === 5);
  const askForSync = async () =>
    (await service.ask('POST', `/api/system-connections/${linked.connectionId}/syncs`, { token: caller.token, body: { mode: 'full' } }))
      .status;
  const webhook = async () => {
    const path = `/api/webhooks/${linked.connectionId}`;
    const { headers, body } = shop.webhooks.request({ deliveryUrl: `${ingress.url}${path}` }, 'order.updated', shop.ids('orders')[0]!);
    const response = await exchangePatiently(ingress.url, { method: 'POST', path, headers: Object.entries(headers), body });
    return `${response.status} ${response.status === 200 ? response.text : ''}`.trim();
  };
  /** Unexpected errors in the logs of API, ingress and worker. */
  const errors = () => service.output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));

  it('keeps data of a disconnected connection without serving it, and catches up by a sync after the reconnect', async () => {
    await untilServed();
    expect(await webhook()).toBe('200 {"status":"accepted"}');
    expect((await move('disconnect')).status).toBe(200);
    expect([await status(), await served(), await askForSync(), await webhook()]).toEqual([
      'disconnected',
      0,
      409,
      '200 {"status":"ignored"}',
    ]);
    expect((await move('reconnect')).status).toBe(200);
    await untilRuns('succeeded', 6);
    await untilServed();
    expect([await status(), await webhook()]).toEqual(['active', '200 {"status":"accepted"}']);
  });

  it('stops syncing when the circuit breaker opens, and syncs at once after the owner reconnects', async () => {
    shop.setFaults((['customers', 'products', 'orders'] as const).map((path) => ({ kind: 'status', status: 500, path })));
    await askForSync();
    await until(async () => (await status()) === 'error');
    expect(await askForSync()).toBe(409);
    await untilServed();
    shop.setFaults([{ kind: 'status', status: 500, path: 'connectivity-check' }]);
    expect([(await move('reconnect')).status, await status()]).toEqual([422, 'error']);
    shop.setFaults([]);
    const before = (await runs('succeeded')).length;
    expect((await move('reconnect')).status).toBe(200);
    await untilRuns('succeeded', before + 3);
    expect(await status()).toBe('active');
  });

  it('uninstalling during an export removes everything at once and ends its workers without an error', async () => {
    shop.setLatency(300);
    await askForSync();
    await until(async () => (await service.rows(`select from sync_run_ranges where next_page > first_page`)).length > 0);
    await Promise.all(Array.from({ length: 10 }, webhook));
    const before = errors();
    expect((await service.ask('DELETE', '/api/widget/connection', { token: linked.widgetToken })).status).toBe(204);
    const gone = await service.ask('GET', `/api/system-connections/${linked.connectionId}`, { token: caller.token });
    expect([gone.status, (await move('reconnect')).status, await served(), await askForSync(), await webhook()]).toEqual([
      404,
      401,
      0,
      404,
      '401',
    ]);
    const others = await initialise(service);
    const next = await link(service, others, shop);
    await until(
      async () =>
        (await service.rows(`select from sync_runs where system_connection_id = $1 and status = 'succeeded'`, [next.connectionId]))
          .length === 3,
    );
    for (const table of ['orders', 'customers', 'products', 'tasks', 'sync_runs', 'access_tokens'])
      expect([table, await service.rows(`select from ${table} where system_connection_id = $1`, [linked.connectionId])]).toEqual([
        table,
        [],
      ]);
    expect(errors()).toEqual(before);
  });
});
