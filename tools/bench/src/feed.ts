import { RecordStore } from '@sync/record-store';
import type { AppProcess } from '@sync/test-harness';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { benchPool } from './bench-pool';
import { compared, secondsOf, takingTurns, type BenchRow } from './measure';
import { benchOrders } from './persist-orders';
import { benchClock, clockOf, ProcessorMeter, type ProcessorClock } from './processor-time';
import { startApp } from './services';

const polls = 300;

interface Page {
  data: unknown[];
  next_cursor: string;
  has_more: boolean;
}

/** Reading the whole feed, against one bare query of its texts; polls that find nothing, against the route with the least work. */
export async function measureFeed(databaseUrl: string, postgres: ProcessorClock, count: number, turns: number): Promise<BenchRow[]> {
  const section = 'Records feed over HTTP, one reader';
  const pool = benchPool(databaseUrl, 2);
  const api = await startApp('connection-api', databaseUrl);
  try {
    const reader = await FeedReader.create(pool, api, count);
    const last = await reader.readAll();
    const bare = new ProcessorMeter('order', { bench: benchClock, Postgres: postgres });
    const feed = new ProcessorMeter('order', { api: clockOf(api), Postgres: postgres });
    const requests = new ProcessorMeter('request', { api: clockOf(api), Postgres: postgres });
    const rateOf = (path: string) => requests.around(path, polls, () => reader.rateOf(path));
    const [status, poll] = [`/api/widget/connections/${reader.connectionId}/status`, `/api/records/orders?limit=1000&cursor=${last}`];
    const rate = await takingTurns(turns, {
      'bare query': async () => count / (await bare.around('read', count, () => secondsOf(() => reader.readBare()))),
      'whole feed': async () => count / (await feed.around('read', count, () => secondsOf(() => reader.readAll()))),
      'status route': () => rateOf(status),
      'empty poll': () => rateOf(poll),
    });
    return [
      compared({
        section,
        what: 'whole feed, pages of 1,000 orders',
        value: rate['whole feed'],
        unit: 'orders/s',
        against: 'one query of the same texts',
        limit: rate['bare query'],
        processor: feed.costOf('read'),
        limitProcessor: bare.costOf('read'),
      }),
      compared({
        section,
        what: 'polls that find nothing',
        value: rate['empty poll'],
        unit: 'requests/s',
        against: 'status route',
        limit: rate['status route'],
        processor: requests.costOf(poll),
        limitProcessor: requests.costOf(status),
      }),
    ];
  } finally {
    await api.stop();
    await pool.end();
  }
}

class FeedReader {
  private constructor(
    private readonly pool: Pool,
    private readonly api: AppProcess,
    private readonly token: string,
    readonly connectionId: string,
  ) {}

  /** A caller that may read the orders of one shop. */
  static async create(pool: Pool, api: AppProcess, count: number): Promise<FeedReader> {
    const body = JSON.stringify({ system_slug: 'mailing_platform' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${api.url}/api/system-connections/connect`, { method: 'POST', headers, body });
    const caller = (await response.json()) as { tenant_id: string; token: string; connection: { id: string } };
    const shop = uuidv7();
    await pool.query(`insert into system_connections (id, tenant_id, name, status) values ($1, $2, 'Bench', 'active')`, [
      shop,
      caller.tenant_id,
    ]);
    await pool.query('insert into shops (id, tenant_id, system_connection_id) values ($1, $2, $1)', [shop, caller.tenant_id]);
    await pool.query(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values ($1, $2, $3, $4, '{orders}', true, true)`,
      [uuidv7(), caller.tenant_id, shop, caller.connection.id],
    );
    const store = new RecordStore(pool);
    const orders = benchOrders(count);
    for (let first = 0; first < count; first += 500) {
      const records = orders.slice(first, first + 500);
      await store.writePage({ shopId: shop, capability: 'orders', records, firstExport: true });
    }
    await pool.query('vacuum analyze orders');
    return new FeedReader(pool, api, caller.token, caller.connection.id);
  }

  /** Returns the last cursor. */
  async readAll(): Promise<string> {
    let cursor = '';
    for (let hasMore = true; hasMore;) {
      const page = JSON.parse(await this.get(`/api/records/orders?limit=1000${cursor && `&cursor=${cursor}`}`)) as Page;
      [cursor, hasMore] = [page.next_cursor, page.has_more];
    }
    return cursor;
  }

  async readBare(): Promise<unknown[]> {
    const { rows } = await this.pool.query<{ text: string }>(
      'select row_to_json(orders)::text as text from orders order by feed_position, id',
    );
    return rows.map(({ text }) => JSON.parse(text) as unknown);
  }

  /** Requests per second, one after another. */
  async rateOf(path: string): Promise<number> {
    const seconds = await secondsOf(async () => {
      for (let poll = 0; poll < polls; poll += 1) await this.get(path);
    });
    return polls / seconds;
  }

  private async get(path: string): Promise<string> {
    const response = await fetch(`${this.api.url}${path}`, { headers: { authorization: `Bearer ${this.token}` } });
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    return response.text();
  }
}
