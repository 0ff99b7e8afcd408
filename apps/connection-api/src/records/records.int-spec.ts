import { until } from '@sync/test-harness';
import { initialise, link, setStatus, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { entitle, storeCustomers } from '../testing/stored-customers';

interface Feed {
  data: { id: string; source_id: string; system_connection_id: string; synced_at: string; system: string; email: string }[];
  next_cursor: string;
  has_more: boolean;
}

let api: ConnectionApiUnderTest;
let shops: Shop[];
let owner: EmbeddingSystem;
let sources: string[];

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
});
beforeEach(async () => {
  shops = [await Shop.start(), await Shop.start()];
  owner = await initialise(api);
  sources = [];
  for (const shop of shops) sources.push((await link(api, owner, shop)).id);
  for (const source of sources) await entitle(api, source, owner);
});
afterEach(() => Promise.all(shops.map((shop) => shop.stop())));
afterAll(() => api.stop());

const write = (shopId: string, ...sourceIds: string[]) => storeCustomers(api, shopId, ...sourceIds);
const read = async (query = '', token = owner.token) => (await api.get<Feed>(`/api/records/customers${query}`, token)).body;
const sourceIds = async (query = '', token = owner.token) => (await read(query, token)).data.map(({ source_id }) => source_id);

describe('GET /api/records/{customers|orders|products}', () => {
  it('returns normalised records in snake_case with system_connection_id and synced_at', async () => {
    await write(sources[0]!, 'a');
    const { data, next_cursor } = await read();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id: expect.any(String) as string,
      source_id: 'a',
      system: 'commerce_a',
      email: 'a@example.com',
      total_spent: 1999,
      custom_attributes: [],
      system_connection_id: sources[0],
      synced_at: expect.stringMatching(/Z$/) as string,
    });
    expect(next_cursor).toEqual(expect.any(String));
  });

  it('orders by last write; a caller that keeps its last cursor gets every later change exactly once', async () => {
    await write(sources[0]!, 'a', 'b');
    await write(sources[1]!, 'c');
    let { next_cursor } = await read('?limit=2');
    const seen = [await sourceIds('?limit=2')];
    for (const later of ['d', 'e']) {
      const page = await read(`?cursor=${next_cursor}`);
      seen.push(page.data.map(({ source_id }) => source_id));
      next_cursor = page.next_cursor;
      await write(sources[1]!, later);
    }
    seen.push((await read(`?cursor=${next_cursor}`)).data.map(({ source_id }) => source_id));
    expect(seen).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  });

  it('always returns the cursor to keep, and says whether more can be read now', async () => {
    const empty = await read();
    expect(empty).toEqual({ data: [], left: [], next_cursor: expect.any(String) as string, has_more: false });
    await write(sources[0]!, 'a', 'b');
    const first = await read(`?limit=1&cursor=${empty.next_cursor}`);
    expect(first).toMatchObject({ data: [{ source_id: 'a' }], has_more: true });
    const second = await read(`?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ data: [{ source_id: 'b' }], has_more: false });
    expect(await read(`?cursor=${second.next_cursor}`)).toEqual({ data: [], left: [], next_cursor: second.next_cursor, has_more: false });
  });

  it('filters by source_connection_id and by updated_since', async () => {
    await write(sources[0]!, 'a');
    await api.query(`update customers set synced_at = '2020-01-01T00:00:00Z' where shop_id = $1`, [sources[0]]);
    await write(sources[1]!, 'b');
    expect(await sourceIds(`?source_connection_id=${sources[1]!}`)).toEqual(['b']);
    for (const [since, expected] of [
      ['2021-01-01T00:00:00Z', ['b']],
      ['2019-12-31T23:59:59+00:00', ['a', 'b']],
      ['2020-02-29T00:00:00.123456+14:00', ['b']],
    ] as const)
      expect(await sourceIds(`?updated_since=${encodeURIComponent(since)}`)).toEqual(expected);
  });

  it.each([
    'updated_since=yesterday',
    'updated_since=2026-01-01',
    'updated_since=2026-01-01T00:00:00',
    'updated_since=2026-13-41T00:00:00Z',
    'updated_since=2026-02-30T00:00:00Z',
    'updated_since=2025-02-29T23:59:59.999Z',
    'updated_since=2026-04-31T00:00-12:00',
  ])('422 for %s', async (query) => {
    expect((await api.get(`/api/records/customers?${query}`, owner.token)).status).toBe(422);
  });

  it('422 for a cursor of another record type or out of range', async () => {
    await write(sources[0]!, 'a');
    const { next_cursor } = await read();
    expect((await api.get(`/api/records/orders?cursor=${next_cursor}`, owner.token)).status).toBe(422);
    const wild = Buffer.from(JSON.stringify(['customers', '99999999999999999999', sources[0]])).toString('base64url');
    expect((await api.get(`/api/records/customers?cursor=${wild}`, owner.token)).status).toBe(422);
  });

  it.each(['invoices', 'Customers', 'customers%00', '__proto__', 'sync_runs'])('404 for the type %s', async (type) => {
    expect((await api.get(`/api/records/${type}`, owner.token)).status).toBe(404);
  });
});

it('a tenant reads two pages at a time: further reads are refused with 429, those of another tenant are not', async () => {
  const stranger = await initialise(api);
  const get = (type: string, token: string) => api.get<Feed & { type: string }>(`/api/records/${type}`, token);
  const holder = api.database.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table customers in access exclusive mode');
  const held = [get('customers', owner.token), get('customers', owner.token)];
  // Other suites share the cluster.
  const waiting = `select count(*)::int from pg_locks join pg_database on oid = database and datname = current_database() where not granted`;
  await until(async () => (await api.value(waiting)) === 2);

  const refused = await get('products', owner.token);
  expect({ status: refused.status, type: refused.body.type }).toEqual({ status: 429, type: '/problems/too-many-requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get('products', stranger.token)).status).toBe(200);

  await holder.rollbackTransaction();
  await holder.release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await get('products', owner.token)).status).toBe(200);
});

describe("reads only sources with an active sync rule to the caller's connection for the record type", () => {
  beforeEach(async () => {
    await write(sources[0]!, 'a');
  });

  it('no rule: nothing, as if the source did not exist', async () => {
    const stranger = await initialise(api);
    expect(await read(`?source_connection_id=${sources[0]!}`, stranger.token)).toEqual(
      await read('?source_connection_id=01960000-0000-7000-8000-00000000dead', stranger.token),
    );
    expect(await sourceIds('', stranger.token)).toEqual([]);
  });

  it.each([
    ['inactive', 'is_active = false'],
    ['without the record type', `data_domains = '{orders}'`],
    ['to another connection of the tenant', 'target_connection_id = $2'],
  ])('a rule that is %s: nothing', async (_, set) => {
    const values = set.includes('$2') ? [sources[0], sources[1]] : [sources[0]];
    await api.query(`update sync_rules set ${set} where source_connection_id = $1`, values);
    expect(await sourceIds()).toEqual([]);
  });

  it('a rule of another tenant: nothing', async () => {
    const stranger = await initialise(api);
    await entitle(api, sources[0]!, stranger);
    expect(await sourceIds('', stranger.token)).toEqual([]);
  });

  it.each([
    ['active', 1],
    ['error', 1],
    ['pending', 0],
    ['inactive', 0],
    ['disconnected', 0],
  ])('source %s: %i record', async (status, records) => {
    await setStatus(api, sources[0]!, status);
    expect(await sourceIds()).toHaveLength(records);
  });
});
