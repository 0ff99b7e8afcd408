import { ServerGate, until } from '@sync/test-harness';
import { RequestTimeouts } from './request-timeouts';
import { initialise, link, register, startHandshake, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest, type ServiceResponse } from './testing/connection-api-under-test';
import { Shop } from './testing/shop';

it('503 with Retry-After when Postgres is away, and everything goes on when it is back', async () => {
  let gate: ServerGate | undefined;
  const api = await ConnectionApiUnderTest.start({}, { reroute: async (url) => (gate = await ServerGate.open(url)).url });
  const owner = await initialise(api);
  const routes = () =>
    Promise.all([
      api.get('/api/system-connections', owner.token),
      api.get('/api/records/orders', owner.token),
      api.get('/api/widget/configuration', owner.token),
      api.connect({}, owner.token),
      api.connect({ system_slug: 'mailing_platform' }),
      api.register({ system_slug: 'commerce_a', base_url: 'http://127.0.0.1:9', credentials: {} }),
      api.get('/health/ready'),
    ]);
  await gate?.cut();
  for (const answer of await routes()) {
    expect(answer.body).toMatchObject({ status: 503, type: '/problems/service-unavailable' });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.text).not.toMatch(/ECONN|Postgres|127\.0\.0\.1|terminated/);
  }
  expect((await api.get('/health/live')).status).toBe(200);
  await gate?.restore();
  expect((await routes()).map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 422, 200]);
  await api.stop();
  await gate?.cut();
});

describe('B-G 229: a Postgres that hangs', () => {
  let gate: ServerGate;
  let api: ConnectionApiUnderTest;
  let owner: EmbeddingSystem;
  const shops: Shop[] = [];
  beforeAll(async () => {
    const reroute = async (url: string) => (gate = await ServerGate.open(url)).url;
    api = await ConnectionApiUnderTest.start({}, { reroute, timeouts: { ...new RequestTimeouts(), lockMs: 50_000 } });
    owner = await initialise(api);
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await api.stop();
    await gate.cut();
  });

  const opened = async () => {
    const shop = await Shop.start();
    shops.push(shop);
    return shop;
  };
  const linked = async () => link(api, owner, await opened());

  interface Route {
    /** What it answers otherwise. */
    usual: number;
    ask: () => Promise<ServiceResponse>;
    /** It comes by none of `locked`. */
    passes?: true;
  }

  const locked = 'systems, orders, sync_runs, connection_tokens';

  /** Each kind of route, with connections and handshakes of its own: none waits for another's. */
  const routes = async (): Promise<Route[]> => {
    const { token } = owner;
    const [read, saved, synced, left, returned, removed] = await Promise.all([linked(), linked(), linked(), linked(), linked(), linked()]);
    const [fresh, other, { connectionToken }] = [await opened(), await opened(), await register(api, await opened())];
    const handshake = await startHandshake(api, token);
    const widget =
      (method: string, path: string, { widgetToken }: { widgetToken: string }, body?: unknown) =>
      () =>
        api.ask(method, `/api/widget/${path}`, { token: widgetToken, body });
    await widget('POST', 'connection/disconnect', returned)();
    const at = '/api/system-connections';
    return [
      { usual: 200, ask: () => api.get(at, token) },
      { usual: 200, ask: () => api.get(`${at}/${read.id}`, token) },
      { usual: 200, ask: () => api.get('/api/records/orders', token) },
      { usual: 200, ask: () => api.get(`${at}/${read.id}/syncs`, token) },
      // Nobody derives rules here, so that there is nothing to pull.
      { usual: 422, ask: () => api.ask('POST', `${at}/${synced.id}/syncs`, { token, body: {} }), passes: true },
      { usual: 200, ask: () => api.get(`/api/widget/connections/${read.id}/status`, token), passes: true },
      { usual: 200, ask: widget('GET', 'configuration', read) },
      { usual: 200, ask: widget('PATCH', 'configuration', saved, { configuration: { data_types: ['orders'] } }) },
      { usual: 200, ask: widget('POST', 'connection/disconnect', left) },
      { usual: 200, ask: widget('POST', 'connection/reconnect', returned) },
      { usual: 204, ask: widget('DELETE', 'connection', removed) },
      { usual: 201, ask: () => api.connect({ system_slug: 'mailing_platform' }) },
      { usual: 201, ask: () => api.connect({}, token) },
      { usual: 201, ask: () => api.connect({ connection_token: connectionToken }, token) },
      { usual: 201, ask: () => api.register(fresh.registration) },
      { usual: 200, ask: () => api.register({ ...other.registration, connection_token: handshake.connectionToken }) },
      { usual: 200, ask: () => api.get('/health/ready'), passes: true },
    ];
  };
  const answersOf = (asked: Route[]) => Promise.all(asked.map(({ ask }) => ask()));
  const areUsual = async (asked: Route[]) => {
    await until(async () => (await api.get('/health/ready')).status === 200);
    expect((await answersOf(asked)).map(({ status }) => status)).toEqual(asked.map(({ usual }) => usual));
  };

  /** Without the time that is waited for a busy machine: "the 10 s or so" that a request may take. */
  const longestMs = 14_000;
  const areTold = async (asked: Promise<ServiceResponse>[]) => {
    const begun = Date.now();
    const answers = await Promise.all(asked.map(async (answer) => ({ ...(await answer), milliseconds: Date.now() - begun })));
    for (const { status, body, headers, text, milliseconds } of answers) {
      expect({ status, type: body.type }).toEqual({ status: 503, type: '/problems/service-unavailable' });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(text).not.toMatch(/timeout|Postgres|127\.0\.0\.1|terminated/i);
      expect(milliseconds).toBeLessThan(longestMs);
    }
  };

  it('every route answers 503 with Retry-After within the time that the longest waits allow, again and again, and as usual when it goes on', async () => {
    const all = await routes();
    gate.stick();
    // First on connections that were open, then on such as are opened and not answered.
    await areTold(all.map(({ ask }) => ask()));
    await areTold(all.map(({ ask }) => ask()));
    gate.unstick();
    await areUsual(all);
  });

  /** What a half of one of them would have changed. */
  const changed = () =>
    api.query(`
      select
        (select jsonb_agg(jsonb_build_array(id, status, configuration, deleted_at) order by id) from system_connections) as connections,
        (select jsonb_agg(jsonb_build_array(id, used_at) order by id) from connection_tokens) as tokens,
        (select count(*) from access_tokens) as access, (select count(*) from tenants) as tenants, (select count(*) from tasks) as tasks`);

  it('so does one that hangs in the midst of them: no transaction is committed by half', async () => {
    const all = await routes();
    const before = await changed();
    const holder = api.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`lock table ${locked} in access exclusive mode`);
    const asked = all.filter(({ passes }) => !passes).map(({ ask }) => ask());
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await api.query(waiting)).length >= 10);
    gate.stick();
    await holder.rollbackTransaction();
    await holder.release();
    await areTold(asked);
    gate.unstick();
    const busy = `select from pg_stat_activity where datname = current_database() and application_name like 'connection-api%' and state <> 'idle'`;
    await until(async () => (await api.query(busy)).length === 0);
    expect(await changed()).toEqual(before);
    await areUsual(all);
  });
});
