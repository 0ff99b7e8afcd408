import { request } from 'node:http';
import { until } from '@sync/test-harness';
import { initialise, link, setStatus, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { entitle, storeCustomers } from '../testing/stored-customers';
import { FeedChanges } from './feed-changes';

interface Feed {
  data: { source_id: string }[];
  next_cursor: string;
  has_more: boolean;
  type?: string;
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let source: string;
let cursor: string;
let count = 0;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shop = await Shop.start();
});
beforeEach(async () => {
  owner = await initialise(api);
  source = (await link(api, owner, shop)).id;
  await entitle(api, source, owner, { domains: ['customers', 'orders'] });
  await store();
  cursor = (await read('')).body.next_cursor;
});
afterAll(async () => {
  await shop.stop();
  await api.stop();
});

const store = async () => {
  await storeCustomers(api, source, String((count += 1)));
  return String(count);
};
const read = (query: string, type = 'customers') => api.get<Feed>(`/api/records/${type}?${query}`, owner.token);
/** Changes that FeedChanges keeps readers for. */
const readers = () => (api.app.get(FeedChanges, { strict: false }) as unknown as { readers: { count: number } }).readers.count;
const waits = (expected: number) => until(() => readers() === expected);

describe('wait', () => {
  it.each(['31', '-1', '1.5', 'x', '', '1e1', ' 1'])('=%s: 422', async (wait) => {
    expect((await read(`wait=${encodeURIComponent(wait)}`)).status).toBe(422);
  });

  it('responds at once when there is something to read, and with wait=0 also when there is not', async () => {
    expect((await read('wait=30')).body.data).toMatchObject([{ source_id: String(count) }]);
    expect((await read(`wait=0&cursor=${cursor}`)).body).toEqual({ data: [], left: [], next_cursor: cursor, has_more: false });
  });

  it('responds as soon as a record changes; the record comes once', async () => {
    const waiting = read(`wait=30&cursor=${cursor}`);
    await waits(1);
    const id = await store();
    const { body } = await waiting;
    expect(body.data).toMatchObject([{ source_id: id }]);
    expect((await read(`cursor=${body.next_cursor}`)).body.data).toEqual([]);
  });

  it('after the time: an empty page with the same cursor', async () => {
    expect(await read(`wait=1&cursor=${cursor}`)).toMatchObject({
      status: 200,
      body: { data: [], left: [], next_cursor: cursor, has_more: false },
    });
  });

  it('a change that the reader does not see, of another type or by its filters, does not end the wait', async () => {
    const waiting = [read('wait=2', 'orders'), read(`wait=2&cursor=${cursor}&updated_since=2999-01-01T00:00:00Z`)];
    await waits(2);
    await store();
    for (const { status, body } of await Promise.all(waiting)) expect([status, body.data]).toEqual([200, []]);
  });

  it('lines: those that come, else none', async () => {
    const lines = async (wait: number) => {
      const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${owner.token}` };
      return (await fetch(`${api.url}/api/records/customers?wait=${String(wait)}&cursor=${cursor}`, { headers })).text();
    };
    expect(await lines(1)).toBe('');
    const waiting = lines(30);
    await waits(1);
    const id = await store();
    expect(JSON.parse(await waiting)).toMatchObject({ cursor: expect.any(String) as string, record: { source_id: id } });
  });

  it('200 requests of one token: no 429, and each gets the change', async () => {
    const waiting = Array.from({ length: 200 }, () => read(`wait=30&cursor=${cursor}`));
    await waits(200);
    const id = await store();
    for (const { status, body } of await Promise.all(waiting)) expect([status, body.data]).toMatchObject([200, [{ source_id: id }]]);
  });

  it.each([
    ['token is revoked', () => api.query('delete from access_tokens where system_connection_id = $1', [owner.connectionId]), 401],
    ['connection is disconnected', () => setStatus(api, owner.connectionId, 'disconnected'), 403],
  ])('a request whose %s meanwhile gets no record', async (_, change, status) => {
    const waiting = read(`wait=30&cursor=${cursor}`);
    await waits(1);
    await change();
    await store();
    expect((await waiting).status).toBe(status);
  });

  it('ends when its client goes away', async () => {
    const sent = request(`${api.url}/api/records/customers?wait=30&cursor=${cursor}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    sent.on('error', () => undefined).end();
    await waits(1);
    sent.destroy();
    await waits(0);
  });

  it('hears of what changed while its connection to Postgres was lost', async () => {
    const waiting = read(`wait=30&cursor=${cursor}`);
    await waits(1);
    const listening = `application_name = 'connection-api waiting reads' and datname = current_database()`;
    await api.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
    await until(async () => (await api.value(`select count(*)::int from pg_stat_activity where ${listening}`)) === 0);
    const id = await store();
    expect((await waiting).body.data).toMatchObject([{ source_id: id }]);
  });
});

it('a service that stops gives waiting requests their empty page', async () => {
  const stopping = await ConnectionApiUnderTest.start();
  const caller = await initialise(stopping);
  const waiting = stopping.get<Feed>('/api/records/customers?wait=30', caller.token);
  const room = stopping.app.get(FeedChanges, { strict: false }) as unknown as { readers: { count: number } };
  await until(() => room.readers.count === 1);
  await stopping.stop();
  expect(await waiting).toMatchObject({ status: 200, body: { data: [], left: [], has_more: false } });
});
