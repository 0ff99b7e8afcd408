import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, until, type AppProcess, type TestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import { launchConnectionApi } from '../testing/connection-api-process';
import { entitledShop, largeOrder, storeOrders } from '../testing/large-records';

const readersPerTenant = 20;
const tenants = 5;
const recordBytes = 1_000_000;

let database: TestDatabase;
let api: AppProcess;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.allTenantsUrl, max: 4 }).on('error', () => undefined);
  api = await (await launchConnectionApi({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' })).ready();
});
afterAll(async () => {
  await api.kill();
  await pool.end();
  await database.stop();
});

interface Caller {
  tenantId: string;
  connectionId: string;
  token: string;
}

async function newCaller(): Promise<Caller> {
  const body = JSON.stringify({ system_slug: 'mailing_platform' });
  const response = await fetch(`${api.url}/api/system-connections/connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const {
    tenant_id: tenantId,
    token,
    connection,
  } = (await response.json()) as { tenant_id: string; token: string; connection: { id: string } };
  return { tenantId, connectionId: connection.id, token };
}

/** Reads a page of the largest records and counts its bytes. */
async function readPage({ token }: Caller): Promise<{ status: number; bytes: number }> {
  const response = await fetch(`${api.url}/api/records/orders?limit=1000`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return { status: response.status, bytes };
}

it('concurrent readers of the largest pages (100, of 5 tenants) take at most 400 MB, and another tenant reads meanwhile', async () => {
  const other = await newCaller();
  const greedy = await Promise.all(Array.from({ length: tenants }, newCaller));
  const orders = Array.from({ length: 40 }, (_, index) => largeOrder(String(index), recordBytes));
  for (const caller of greedy) await storeOrders(pool, await entitledShop(pool, caller), orders);
  await storeOrders(pool, await entitledShop(pool, other), [largeOrder('1', recordBytes), largeOrder('2', recordBytes)]);

  const pages: { status: number; bytes: number }[] = [];
  const read = async (caller: Caller): Promise<void> => {
    for (let page = await readPage(caller); ; page = await readPage(caller)) {
      pages.push(page);
      if (page.status === 200) return;
      await sleep(100);
    }
  };
  const reading = greedy.flatMap((caller) => Array.from({ length: readersPerTenant }, () => read(caller)));
  await until(() => pages.length > 0);
  await until(async () => (await readPage(other)).status === 200);
  expect(reading).toHaveLength(100);
  await Promise.all(reading);

  // 503: a busy process keeps its deadline.
  expect([...new Set(pages.map(({ status }) => status))].filter((status) => status !== 503).sort()).toEqual([200, 429]);
  for (const { status, bytes } of pages) if (status === 200) expect(bytes).toBeGreaterThan(7 * recordBytes);
  expect(api.peakMemory()).toBeLessThan(400);
});
