import { until } from '@sync/test-harness';
import { initialise, link, startHandshake, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { Shop } from './testing/shop';

const limits = {
  REGISTER_RATE_LIMIT_PER_MINUTE: '10',
  DIRECT_INIT_RATE_LIMIT_PER_MINUTE: '12',
  CONNECTION_TOKEN_TTL_SECONDS: '90',
  DISCONNECTED_GRACE_DAYS: '2',
};
const timeouts = { poolMs: 60_000, queryMs: 70_000, lockMs: 1_000, mutexMs: 2_000, deadlineMs: 3_000, chunkMs: 60_000 };
const from = (address: string) => ({ 'x-forwarded-for': address });

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
beforeAll(async () => {
  api = await ConnectionApiUnderTest.start(limits, { timeouts });
  owner = await initialise(api);
});
beforeEach(async () => {
  shop = await Shop.start();
});
afterEach(() => shop.stop());
afterAll(() => api.stop());

describe('REGISTER_RATE_LIMIT_PER_MINUTE', () => {
  const statuses = async (times: number, address: (turn: number) => string, body: unknown = shop.registration) => {
    const seen: number[] = [];
    for (let turn = 0; turn < times; turn += 1) seen.push((await api.register(body, from(address(turn)))).status);
    return seen;
  };

  it('responds with 429 and Retry-After to the request above the limit, without calling the shop', async () => {
    expect(await statuses(10, () => '203.0.113.1')).toEqual(Array(10).fill(201));
    const checksBefore = shop.checks.length;
    const response = await api.register(shop.registration, from('203.0.113.1'));
    expect(response.body).toMatchObject({ status: 429, type: '/problems/too-many-requests', instance: '/api/system-connections/register' });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"register";q=10;w=60');
    expect(response.headers.get('ratelimit')).toBe(`"register";r=0;t=${response.headers.get('retry-after')}`);
    expect(shop.checks).toHaveLength(checksBefore);
  });

  it('counts both variants, both addresses and failed attempts, per client address', async () => {
    expect(await statuses(4, () => '203.0.113.2', {})).toEqual(Array(4).fill(422));
    expect((await api.ask('POST', '/api/widget/register', { body: {}, headers: from('203.0.113.2') })).status).toBe(422);
    expect(await statuses(6, () => '203.0.113.2', { ...shop.registration, connection_token: 'x' })).toEqual([
      ...Array<number>(5).fill(422),
      429,
    ]);
    expect(await statuses(1, () => '203.0.113.3')).toEqual([201]);
  });
});

describe('DIRECT_INIT_RATE_LIMIT_PER_MINUTE', () => {
  const initialised = async (address: string) => (await api.connect({ system_slug: 'mailing_platform' }, undefined, from(address))).status;

  it('limits only variant A of connect, per client address', async () => {
    const seen: number[] = [];
    for (let turn = 0; turn < 13; turn += 1) seen.push(await initialised('203.0.113.9'));
    expect(seen).toEqual([...Array<number>(12).fill(201), 429]);
    expect(await initialised('203.0.113.10')).toBe(201);
    for (let turn = 0; turn < 15; turn += 1) {
      expect((await api.connect({}, owner.token, from('203.0.113.9'))).status).toBe(201);
      expect((await api.connect({ connection_token: 'x' }, owner.token, from('203.0.113.9'))).status).toBe(422);
    }
  });
});

describe('DIRECT_INIT_MAX_PER_MINUTE', () => {
  it('limits variant A of connect for all clients together, and nothing else', async () => {
    const limited = await ConnectionApiUnderTest.start(
      { DIRECT_INIT_MAX_PER_MINUTE: '3', DIRECT_INIT_RATE_LIMIT_PER_MINUTE: '2' },
      { timeouts },
    );
    try {
      const initialised = (address: string) => limited.connect({ system_slug: 'mailing_platform' }, undefined, from(address));
      const seen: number[] = [];
      // What a client is refused above its own limit does not count for all.
      for (const client of [1, 1, 1, 1, 2]) seen.push((await initialised(`203.0.113.${client}`)).status);
      expect(seen).toEqual([201, 201, 429, 429, 201]);
      const refused = await initialised('203.0.113.3');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect((await limited.register(shop.registration, from('203.0.113.3'))).status).toBe(201);
      expect((await limited.connect({}, 'sca_unknown', from('203.0.113.3'))).status).toBe(401);
    } finally {
      await limited.stop();
    }
  });
});

it('CONNECTION_TOKEN_TTL_SECONDS sets the lifetime of a connection token', async () => {
  const { connectionId } = await startHandshake(api, owner.token);
  const life = 'select extract(epoch from expires_at - created_at)::int from connection_tokens where system_connection_id = $1';
  expect(await api.value(life, [connectionId])).toBe(90);
});

it('DISCONNECTED_GRACE_DAYS sets the grace deadline for plugin and caller; a reconnect after it is 403', async () => {
  const { id, widgetToken: token } = await link(api, owner, shop);
  const { body } = await api.ask<Record<string, string>>('POST', '/api/widget/connection/disconnect', { token });
  expect(Date.parse(body['grace_deadline'] ?? '') - Date.parse(body['disconnected_at'] ?? '')).toBe(2 * 86_400_000);
  expect((await api.get(`/api/system-connections/${id}`, owner.token)).body).toMatchObject({ grace_deadline: body['grace_deadline'] });
  await api.query(`update system_connections set disconnected_at = now() - interval '49 hours' where id = $1`, [id]);
  expect((await api.ask('POST', '/api/widget/connection/reconnect', { token })).status).toBe(403);
});

it('a read gets 503 at its deadline, whatever it waits for; so does a change that has not begun by then, and changes nothing', async () => {
  const holder = api.database.dataSource.createQueryRunner();
  const whileLocked = async <T>(table: string, ask: () => Promise<T>): Promise<T> => {
    await holder.startTransaction();
    await holder.query(`lock table ${table} in access exclusive mode`);
    const asked = ask();
    const [first] = await Promise.allSettled([Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 4_000))])]);
    await holder.rollbackTransaction();
    expect(first?.status).toBe('fulfilled');
    return asked;
  };
  const unavailable = { status: 503, body: { type: '/problems/service-unavailable' } };
  const start = () => api.connect({}, owner.token);
  const count = () => api.value<number>('select count(*)::int from system_connections');

  const read = await whileLocked('customers', () => api.get('/api/records/customers', owner.token));
  expect(read).toMatchObject(unavailable);
  expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0);
  const before = await count();
  expect(await whileLocked('access_tokens', start)).toMatchObject(unavailable);
  expect(await count()).toBe(before);
  expect((await api.get('/api/records/customers', owner.token)).status).toBe(200);
  await holder.release();
});

it('requests that wait for a locked connection get 409 after a bounded wait and do not exhaust the pool', async () => {
  const { id, widgetToken: token } = await link(api, owner, shop);
  const other = await initialise(api);
  const save = () => api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency: 'hourly' } } });
  const disconnect = () => api.ask('POST', '/api/widget/connection/disconnect', { token });
  const uninstall = () => api.ask('DELETE', '/api/widget/connection', { token });
  const sync = () => api.ask('POST', `/api/system-connections/${id}/syncs`, { token: owner.token, body: {} });
  const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and application_name = 'connection-api'`;

  const holder = api.database.dataSource.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('select from system_connections where id = $1 for update', [id]);
    const retries = Promise.all(Array.from({ length: 15 }, () => [save(), disconnect(), uninstall(), sync()]).flat());
    await until(async () => (await api.value<number>(waiting)) > 0);
    for (let time = 0; time < 5; time += 1) {
      expect((await api.get('/api/system-connections', other.token)).status).toBe(200);
      // A waiting transaction occupies a pooled connection: at most one for the plugin and one for the caller.
      expect(await api.value(waiting)).toBeLessThanOrEqual(2);
    }
    expect([...new Set((await retries).map(({ status }) => status))]).toEqual([409]);
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
  expect([(await save()).status, (await uninstall()).status]).toEqual([200, 204]);
  expect(await api.query('select from system_connections where id = $1', [id])).toEqual([]);
});
