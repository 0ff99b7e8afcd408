import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { insertShops, type BenchShop } from './bench-shops';
import { sampleRecords } from './demo-shop-program';
import { comparedRates, takeTurns, turnOf, type BenchRow, type Case, type Setting } from './measure';
import { benchClock } from './processor-time';
import { withPool } from './services';
import { batchesOf, storeOrders, storeTargets } from './store-records';

/** Storing orders for the first time and again, against the fastest that Postgres does with the same rows. */
export async function measurePersist({ url, postgres, orders, turns }: Setting): Promise<BenchRow[]> {
  const sample = await sampleRecords(orders);
  return withPool(url, 1, (one) =>
    withPool(url, 2, async (two) => {
      const [{ id: shopId }] = (await insertShops(one, 1)) as [BenchShop];
      await storeTargets(one, shopId, sample);
      await storeOrders(two, shopId, sample.orders, { size: 500, firstExport: true });
      const bench = { one, two, shopId, orders: sample.orders, clocks: { bench: benchClock, Postgres: postgres.clock } };
      return [...(await compareFirst(bench, turns)), ...(await compareAgain(bench, turns))];
    }),
  );
}

interface Bench {
  /** Of one session and of two. */
  one: Pool;
  two: Pool;
  shopId: string;
  /** They are stored. */
  orders: readonly OrderData[];
  clocks: Case['clocks'];
}

/** Deferred work (vacuum, checkpoint) is done before each turn, so that the next case does not pay for it. */
function caseOf({ one, orders, clocks }: Bench, run: () => Promise<unknown>, ...statements: readonly string[]): Case {
  return {
    prepare: async () => {
      for (const statement of [...statements, 'vacuum orders', 'checkpoint']) await one.query(statement);
    },
    run: turnOf(orders.length, run),
    clocks,
  };
}

async function compareFirst(bench: Bench, turns: number): Promise<BenchRow[]> {
  const { one, two, shopId, orders } = bench;
  const lines = await copyOut(one);
  const store = (pool: Pool, size: number) => () =>
    storeOrders(pool, shopId, orders, { size, inHand: pool.options.max + 1, firstExport: true });
  const cases = {
    COPY: caseOf(
      bench,
      () => copyIn(one, lines),
      'drop table if exists bare_orders',
      'create table bare_orders as table orders with no data',
    ),
    'first pages': caseOf(bench, store(one, 50), 'delete from orders'),
    'first batches': caseOf(bench, store(two, 500), 'delete from orders'),
  };
  const taken = await takeTurns('order', cases, turns);
  const title = { section: 'Storing orders with line items for the first time', unit: 'orders/s' };
  const against = 'COPY of prepared lines into a bare table';
  const pages = { ...title, what: 'pages of 50, one connection, two in hand' };
  const batches = { ...title, what: 'batches of 500, two connections, three in hand' };
  return [
    comparedRates(pages, taken['first pages'], against, taken.COPY, '>= 0.35'),
    comparedRates(batches, taken['first batches'], against, taken.COPY, '>= 0.6'),
  ];
}

async function compareAgain(bench: Bench, turns: number): Promise<BenchRow[]> {
  const { one, shopId, orders } = bench;
  const before = await newestPosition(one);
  const upsert = await unguardedUpsert(one);
  const again = (records: () => readonly OrderData[], size: number) =>
    caseOf(bench, () => storeOrders(one, shopId, records(), { size, firstExport: false }));
  const unchanged = {
    'upserted pages': caseOf(bench, () => upsert(50), 'vacuum raw_orders'),
    'unchanged pages': again(() => orders, 50),
    'upserted batches': caseOf(bench, () => upsert(500), 'vacuum raw_orders'),
    'unchanged batches': again(() => orders, 500),
  };
  const taken = await takeTurns('order', unchanged, turns);
  const rewritten = (await newestPosition(one)) === before ? 0 : orders.length;
  let turn = 0;
  const { changed } = await takeTurns('order', { changed: again(() => changedInTwenty(orders, (turn += 1)), 500) }, turns);
  const title = { section: 'Storing the same orders again', unit: 'orders/s' };
  const [pages, batches] = [taken['upserted pages'], taken['upserted batches']];
  const rows = [
    { what: 'nothing changed, pages of 50', value: taken['unchanged pages'], limit: pages, goal: '>= 2.5' },
    { what: 'nothing changed, batches of 500', value: taken['unchanged batches'], limit: batches, goal: '>= 2.5' },
    { what: '5 % changed, batches of 500', value: changed, limit: batches, goal: '>= 1.7' },
  ].map(({ what, value, limit, goal }) => comparedRates({ ...title, what }, value, 'upsert without guard', limit, goal));
  return [...rows, { ...title, what: 'rows rewritten when nothing changed', value: rewritten, unit: 'rows', goal: '<= 0' }];
}

function changedInTwenty(orders: readonly OrderData[], turn: number): OrderData[] {
  return orders.map((order, index) => (index % 20 === 0 ? { ...order, status: `changed-${turn}` } : order));
}

async function newestPosition(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ position: string }>('select max(feed_position)::text as position from orders');
  return rows[0]?.position;
}

/** The stored orders as COPY text, ready to send. */
async function copyOut(pool: Pool): Promise<Buffer[]> {
  const client = await pool.connect();
  try {
    const lines: Buffer[] = [];
    for await (const line of client.query(copyTo('copy orders to stdout'))) lines.push(line as Buffer);
    return batchesOf(lines, 200).map((batch) => Buffer.concat(batch));
  } finally {
    client.release();
  }
}

/** One COPY stream into a bare table of the same types: the limit for every way to store rows. */
async function copyIn(pool: Pool, lines: readonly Buffer[]): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(lines), client.query(copyFrom('copy bare_orders from stdin')));
  } finally {
    client.release();
  }
}

/** Rewrites all of the stored orders in a table with the same keys, by one statement for each batch. */
async function unguardedUpsert(pool: Pool): Promise<(size: number) => Promise<void>> {
  await pool.query('create table raw_orders (like orders including all)');
  await pool.query('insert into raw_orders table orders');
  const { rows } = await pool.query<{ row: object }>('select row_to_json(orders) as row from orders');
  const { fields } = await pool.query('select * from orders limit 0');
  const replaced = fields.map(({ name }) => name).filter((name) => !['id', 'shop_id', 'source_id'].includes(name));
  const text = `insert into raw_orders select * from json_populate_recordset(null::orders, $1)
    on conflict (shop_id, source_id) do update set ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return async (size) => {
    for (const batch of batchesOf(rows, size)) {
      await pool.query({ name: 'raw-upsert', text, values: [JSON.stringify(batch.map(({ row }) => row))] });
    }
  };
}
