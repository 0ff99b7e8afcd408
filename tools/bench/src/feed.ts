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

/** Reading the whole feed, against one bare query of its texts; polls that find nothing, against the route with the least work. */
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
      const reads = await takeTurns('order', { feed: wholeFeed, 'bare query': bare }, turns);
      const last = await readAll(get);
      const paths = { poll: `/api/records/orders?limit=1000&cursor=${last}`, status: `/api/widget/connections/${shop.id}/status` };
      const pollCase = (path: string) => ({ run: turnOf(polls, () => pollOften(path)), clocks });
      const requests = await takeTurns('request', { poll: pollCase(paths.poll), status: pollCase(paths.status) }, turns);
      const whole = { section, what: 'whole feed, pages of 1,000 orders', unit: 'orders/s' };
      const empty = { section, what: 'polls that find nothing', unit: 'requests/s' };
      return [
        comparedRates(whole, reads.feed, 'one query of the same texts', reads['bare query']),
        comparedRates(empty, requests.poll, 'status route', requests.status),
      ];
    });
  return measure().finally(() => api.stop());
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
