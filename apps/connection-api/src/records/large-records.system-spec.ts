import { request, type IncomingMessage } from 'node:http';
import { until } from '@sync/test-harness';
import { Pool } from 'pg';
import { initialise, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { entitledShop, largeOrder, storeOrders } from '../testing/large-records';
import { maxHeldBytes } from './read-budget';

const mebibyte = 1024 * 1024;
const readersOfTenant = maxHeldBytes.perTenant / mebibyte;

interface Feed {
  data: { source_id: string; custom_attributes: { value: string }[] }[];
  next_cursor: string;
  has_more: boolean;
}

let api: ConnectionApiUnderTest;
let pool: Pool;
let owner: EmbeddingSystem;
let shop: string;
let stalled: IncomingMessage[] = [];

async function start(chunkMs: number): Promise<void> {
  api = await ConnectionApiUnderTest.start(
    {},
    { timeouts: { poolMs: 60_000, queryMs: 70_000, lockMs: 50_000, mutexMs: 100_000, deadlineMs: 100_000, chunkMs } },
  );
  pool = new Pool({ connectionString: api.database.allTenantsUrl }).on('error', () => undefined);
  owner = await initialise(api);
  shop = await entitledShop(pool, owner);
}
afterEach(async () => {
  for (const response of stalled) response.destroy();
  await pool.end();
  await api.stop();
});

const megabytes = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => largeOrder(String(from + index), mebibyte - 2_000));
const path = (limit: number, cursor?: string) => `/api/records/orders?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`;

/** Sends the request and takes nothing of its body. */
function readNothing(limit: number, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${api.url}${path(limit)}`, { headers, agent: false }, (response) =>
      resolve(response.on('error', () => undefined)),
    );
    sent.on('error', reject).end();
  });
}

/** As many readers as the share of the tenant has room for. */
async function stallAll(): Promise<IncomingMessage[]> {
  const readers: IncomingMessage[] = [];
  for (let reader = 0; reader < readersOfTenant; reader += 1) readers.push(await readNothing(8, owner.token));
  return readers;
}

it('a page holds at most 8 MiB; short pages lead to the end, without a gap or a cut record', async () => {
  await start(60_000);
  const orders = [...megabytes(1, 17), largeOrder('18', 10)];
  await storeOrders(pool, shop, orders);
  const pages: Feed['data'][] = [];
  let cursor: string | undefined;
  for (let hasMore = true; hasMore;) {
    const { status, body, text } = await api.get<Feed>(path(1_000, cursor), owner.token);
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThan(8 * mebibyte);
    pages.push(body.data);
    [cursor, hasMore] = [body.next_cursor, body.has_more];
  }
  expect(pages.map((page) => page.map(({ source_id }) => Number(source_id)))).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12, 13, 14, 15, 16],
    [17, 18],
  ]);
  const sizes = pages.flat().map(({ custom_attributes: [note] }) => note?.value.length);
  expect(sizes).toEqual(orders.map(({ customAttributes: [note] }) => (note?.value as string).length));
});

it('readers that stall exhaust the share of their tenant: 429 for its large reads, none for small ones or another tenant', async () => {
  await start(60_000);
  await storeOrders(pool, shop, megabytes(1, 8));
  const other = await initialise(api);
  await storeOrders(pool, await entitledShop(pool, other), megabytes(1, 8));
  stalled = await stallAll();
  expect(stalled.map(({ statusCode }) => statusCode)).toEqual(stalled.map(() => 200));

  const refused = await api.get(path(8), owner.token);
  expect({ status: refused.status, type: refused.body.type }).toEqual({ status: 429, type: '/problems/too-many-requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const smallShop = await entitledShop(pool, owner);
  await storeOrders(pool, smallShop, [largeOrder('small', 10)]);
  expect((await api.get<Feed>(`${path(8)}&source_connection_id=${smallShop}`, owner.token)).body.data).toHaveLength(1);
  expect((await api.get<Feed>(path(8), other.token)).body.data).toHaveLength(8);

  for (const response of stalled) response.destroy();
  await until(async () => (await api.get(path(8), owner.token)).status === 200);
});

it('cuts off readers that stall, so that they do not hold memory for ever', async () => {
  await start(500);
  await storeOrders(pool, shop, megabytes(1, 8));
  stalled = await stallAll();
  // The whole share is free again only when each of them is cut off. One that was not yet would go on as soon as it is read.
  await until(async () => {
    const again = await stallAll();
    for (const response of again) response.destroy();
    return again.every(({ statusCode }) => statusCode === 200);
  });
  await until(() => stalled.every((response) => response.resume().closed));
  expect(stalled.map(({ complete }) => complete)).toEqual(stalled.map(() => false));
});
