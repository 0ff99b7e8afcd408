import { Agent, request } from 'node:http';
import { createTestDatabase, until, type AppProcess, type TestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import { launchConnectionApi } from '../testing/connection-api-process';
import { entitledShop, largeOrder, storeOrders } from '../testing/large-records';

const readers = 500;

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

const agent = new Agent({ maxSockets: Infinity });

function get(path: string, token: string): Promise<{ status: number; body: { data: { source_id: string }[]; next_cursor: string } }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${api.url}${path}`, { headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as never }));
    });
    sent.on('error', reject).end();
  });
}

/** As a follower asks: again once the wait is over, until there is something. */
async function follow(cursor: string, token: string): ReturnType<typeof get> {
  for (;;) {
    const response = await get(`/api/records/orders?wait=30&cursor=${cursor}`, token);
    if (response.status !== 200 || response.body.data.length > 0) return response;
  }
}

/** When sessions of the service last began a statement. */
const lastStatement = async () => {
  const found = await pool.query<{ at: Date | null; busy: boolean }>(
    `select max(query_start) as at, coalesce(bool_or(state = 'active'), false) as busy from pg_stat_activity
     where application_name like 'connection-api%' and datname = current_database()`,
  );
  return { at: found.rows[0]?.at?.getTime() ?? 0, busy: found.rows[0]?.busy ?? false };
};

it('hundreds of requests of one token wait without a statement in Postgres, and each gets the change', async () => {
  const initialised = await fetch(`${api.url}/api/system-connections/connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ system_slug: 'mailing_platform' }),
  });
  const caller = (await initialised.json()) as { tenant_id: string; token: string; connection: { id: string } };
  const shop = await entitledShop(pool, { tenantId: caller.tenant_id, connectionId: caller.connection.id });
  await storeOrders(pool, shop, [largeOrder('1', 100)]);
  const { body } = await get('/api/records/orders', caller.token);
  let heard = 0;
  const waiting = Promise.all(Array.from({ length: readers }, () => follow(body.next_cursor, caller.token).finally(() => (heard += 1))));
  let quietSince = { at: 0, busy: true };
  let looks = 0;
  // The requests have arrived and nothing has been asked for forty looks in a row.
  await until(async () => {
    const now = await lastStatement();
    looks = !now.busy && now.at === quietSince.at ? looks + 1 : 0;
    quietSince = now;
    return looks === 40;
  });
  expect(heard).toBe(0);
  await storeOrders(pool, shop, [largeOrder('2', 100)]);
  const responses = await waiting;
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  for (const { body: page } of responses) expect(page.data.map(({ source_id }) => source_id)).toEqual(['2']);
});
