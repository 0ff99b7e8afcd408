import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import type { Pool } from 'pg';
import { insertShops, secondsOfSync, type BenchShop } from './bench-shops';
import { takeTurns, turnOf, type BenchRow, type Setting } from './measure';
import { clockOf } from './processor-time';
import { startApp, withPool, withService } from './services';

const section = 'From 200 to effect, queues on Postgres';
const changes = 300;
const betweenMs = 50;
/** Accepted while no worker runs. */
const backlog = 2_000;

/** How long after its 200 a shop's change is in the records, and how fast one worker takes those that wait. */
export async function measureWebhookEffect({ url, postgres }: Setting): Promise<BenchRow[]> {
  const demoShop = await DemoShopA.start({ customers: 50, orders: 50, products: 50 });
  const ingress = await startApp('webhook-ingress', url);
  const measure = async (pool: Pool): Promise<BenchRow[]> => {
    const wanted = { baseUrls: [demoShop.url], credentials: { ...demoShop.credentials } };
    const [shop] = (await insertShops(pool, 1, wanted)) as [BenchShop];
    await demoShop.webhooks.create({ deliveryUrl: `${ingress.url}/api/webhooks/${shop.id}`, topics: ['order.updated'] });
    const steady = await withService(url, async (service) => {
      await secondsOfSync(service, shop, 'orders');
      const run = turnOf(changes, async () => {
        await changeOrders(demoShop, changes, betweenMs);
        await noneWaits(pool);
      });
      const clocks = { ingress: clockOf(ingress), workers: clockOf(...service.workers), Postgres: postgres.clock };
      return takeTurns('webhook', { effects: { run, clocks } }, 1);
    });
    const { p50, p99 } = await delaysOf(pool, shop.id);
    await changeOrders(demoShop, backlog, 0);
    const waiting = await countWaiting(pool);
    // Its start is part of the figure, as after a deployment.
    const worker = await startApp('export-worker', url);
    const one = { run: turnOf(waiting, () => noneWaits(pool)), clocks: { worker: clockOf(worker), Postgres: postgres.clock } };
    const { emptied } = await takeTurns('webhook', { emptied: one }, 1).finally(() => worker.stop());
    return [
      { section, what: '20 changes a second', value: p50, unit: 'ms p50', processor: steady.effects.cost },
      { section, what: '20 changes a second', value: p99, unit: 'ms p99' },
      { section, what: 'those that wait, one worker', value: emptied.rate, unit: 'webhooks/s', processor: emptied.cost },
    ];
  };
  try {
    return await withPool(url, 2, measure);
  } finally {
    await ingress.stop();
    await demoShop.stop();
  }
}

/** Resolves when each change was accepted. Copies, which a shop sends within a second, never wait. */
async function changeOrders(shop: DemoShopA, count: number, pauseMs: number): Promise<void> {
  const orders = shop.ids('orders');
  for (let change = 0; change < count; change += 1) {
    const status = Math.floor(change / orders.length) % 2 === 0 ? 'completed' : 'processing';
    shop.change('orders', orders[change % orders.length] as number, { status });
    await sleep(pauseMs);
  }
  await shop.webhooks.settled();
}

async function countWaiting(pool: Pool): Promise<number> {
  const waiting = `select count(*)::int as waiting from tasks where name = 'process-webhook' and state = 'pending'`;
  return (await pool.query<{ waiting: number }>(waiting)).rows[0]?.waiting ?? NaN;
}

function noneWaits(pool: Pool): Promise<void> {
  return until(async () => (await countWaiting(pool)) === 0);
}

interface Delays {
  p50: number;
  p99: number;
}

/** Milliseconds. A webhook is committed right before its 200, and its effect right before the end of its task. */
export async function delaysOf(pool: Pool, shopId: string, since = new Date(0)): Promise<Delays> {
  const { rows } = await pool.query<Delays>(
    `select percentile_cont(0.5) within group (order by milliseconds) as p50, percentile_cont(0.99) within group (order by milliseconds) as p99
     from (
       select extract(epoch from finished_at - created_at)::float8 * 1000 as milliseconds from tasks
       where name = 'process-webhook' and state = 'done' and system_connection_id = $1 and created_at >= $2
     ) done`,
    [shopId, since],
  );
  return rows[0] as Delays;
}
