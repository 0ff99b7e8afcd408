import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { insertShops, type BenchShop } from './bench-shops';
import { sampleRecords } from './demo-shop-program';
import { comparedRates, takeTurns, turnOf, type BenchRow, type Setting } from './measure';
import { benchClock, clockOf } from './processor-time';
import { startApp, withPool } from './services';
import { storeOrders, storeTargets } from './store-records';

const section = 'Records feed over HTTP, one reader';
const polls = 300;
const bareQuery = 'select row_to_json(orders)::text as text from orders order by feed_position, id';

interface Page {
  data: unknown[];
  next_cursor: string;
  has_more: boolean;
}

/** What a record in the feed has. */
const served = `
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
  where table_name = 'orders' and column_name not in ('content_hash', 'feed_position', 'feed_bytes', 'bytes_added', 'source_modified_at',
    'content_from', 'content_at', 'existence_from', 'unlinked_product_source_ids')`;

/** Reading the whole feed in pages, against one bare query of its texts; as lines, against COPY of its columns; polls that find nothing, against the route with the least work. */
export async function measureFeed({ url, postgres, orders, turns }: Setting): Promise<BenchRow[]> {
  const sample = await sampleRecords(orders);
  const api = await startApp('connection-api', url);
  const measure = () =>
    withPool(url, 2, async (pool) => {
      const [shop] = (await insertShops(pool, 1)) as [BenchShop];
      await storeTargets(pool, shop.id, sample);
      await storeOrders(pool, shop.id, sample.orders, { size: 500, firstExport: true });
      await pool.query('vacuum analyze orders');
      const get = async (path: string): Promise<string> => {
        const response = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${shop.token}` } });
        if (!response.ok) throw new Error(`${path} responded ${response.status}`);
        return response.text();
      };
      const readBare = async () => {
        for (const { text } of (await pool.query<{ text: string }>(bareQuery)).rows) JSON.parse(text);
      };
      const pollOften = async (path: string) => {
        for (let poll = 0; poll < polls; poll += 1) await get(path);
      };
      const clocks = { api: clockOf(api), Postgres: postgres.clock };
      const wholeFeed = { run: turnOf(orders, () => readAll(get)), clocks };
      const bare = { run: turnOf(orders, readBare), clocks: { bench: benchClock, Postgres: postgres.clock } };
      const asLines = { run: async () => ({ units: await readLines(api.url, shop.token) }), clocks };
      const copy = { run: async () => ({ units: await copyOut(pool) }), clocks: { bench: benchClock, Postgres: postgres.clock } };
      const reads = await takeTurns('order', { feed: wholeFeed, 'bare query': bare, lines: asLines, copy }, turns);
      const last = await readAll(get);
      const paths = { poll: `/api/records/orders?limit=1000&cursor=${last}`, status: `/api/widget/connections/${shop.id}/status` };
      const pollCase = (path: string) => ({ run: turnOf(polls, () => pollOften(path)), clocks });
      const requests = await takeTurns('request', { poll: pollCase(paths.poll), status: pollCase(paths.status) }, turns);
      const whole = { section, what: 'whole feed, pages of 1,000 orders', unit: 'orders/s' };
      const empty = { section, what: 'polls that find nothing', unit: 'requests/s' };
      return [
        comparedRates(whole, reads.feed, 'one query of the same texts', reads['bare query']),
        comparedRates({ ...whole, what: 'whole feed as lines' }, reads.lines, 'COPY of the same columns', reads.copy, '>= 0.5'),
        comparedRates(empty, requests.poll, 'status route', requests.status),
      ];
    });
  return measure().finally(() => api.stop());
}

/** Returns the number of lines. */
async function readLines(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
  return countLines((await fetch(`${url}/api/records/orders`, { headers })).body as unknown as AsyncIterable<Uint8Array>);
}

async function copyOut(pool: Pool): Promise<number> {
  const [{ columns = '' } = {}] = (await pool.query<{ columns: string }>(served)).rows;
  const client = await pool.connect();
  try {
    return await countLines(client.query(copyTo(`copy orders (${columns}) to stdout`)));
  } finally {
    client.release();
  }
}

async function countLines(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const chunk of chunks) for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Returns the last cursor. */
async function readAll(get: (path: string) => Promise<string>): Promise<string> {
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const page = JSON.parse(await get(`/api/records/orders?limit=1000${cursor && `&cursor=${cursor}`}`)) as Page;
    [cursor, hasMore] = [page.next_cursor, page.has_more];
  }
  return cursor;
}
