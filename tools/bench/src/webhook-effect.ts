import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { Client } from 'pg';
import { LinkedShop } from './linked-shop';
import { secondsOf, type BenchRow } from './measure';
import { clockOf, ProcessorMeter, sumOf, type ProcessorClock } from './processor-time';
import { startApp, startService } from './services';

const section = 'From 200 to effect, queues on Postgres';
const changes = 300;
const betweenMs = 50;
/** Accepted while no worker runs. */
const backlog = 2_000;

/** A webhook is committed right before its 200, and its effect right before the end of its task. */
const delays = `
  select (select count(*)::int from tasks where name = 'process-webhook' and state = 'pending') as waiting,
    percentile_cont(0.5) within group (order by milliseconds) as p50, percentile_cont(0.99) within group (order by milliseconds) as p99
  from (
    select extract(epoch from finished_at - created_at)::float8 * 1000 as milliseconds
    from tasks where name = 'process-webhook' and state = 'done'
  ) done`;

/** How long after its 200 a shop's change is in the records, and how fast one worker takes those that wait. */
export async function measureWebhookEffect(databaseUrl: string, postgres: ProcessorClock): Promise<BenchRow[]> {
  const service = await startService(databaseUrl);
  const ingress = await startApp('webhook-ingress', databaseUrl);
  const shop = await DemoShopA.start({ customers: 50, orders: 50, products: 50 });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { connectionId } = await LinkedShop.link(service, shop);
    await shop.webhooks.create({ deliveryUrl: `${ingress.url}/api/webhooks/${connectionId}`, topics: ['order.updated'] });
    const orders = shop.ids('orders');
    const send = async (count: number, pauseMs: number) => {
      for (let change = 0; change < count; change += 1) {
        const status = Math.floor(change / orders.length) % 2 === 0 ? 'completed' : 'processing';
        shop.change('orders', orders[change % orders.length] as number, { status });
        await sleep(pauseMs);
      }
      await shop.webhooks.settled();
    };
    const sendAndSettle = async () => {
      await send(changes, betweenMs);
      return whenNoneWaits(client);
    };
    const workers = sumOf(service.workers.map(clockOf));
    const meter = new ProcessorMeter('webhook', { ingress: clockOf(ingress), workers, Postgres: postgres });
    const { p50, p99 } = await meter.around('effect', changes, sendAndSettle);
    await Promise.all(service.workers.map((worker) => worker.stop()));
    await send(backlog, 0);
    const emptied = await measureBacklog(databaseUrl, postgres, client);
    return [
      { section, what: '20 changes a second', value: p50, unit: 'ms p50', processor: meter.costOf('effect') },
      { section, what: '20 changes a second', value: p99, unit: 'ms p99' },
      emptied,
    ];
  } finally {
    await client.end();
    await shop.stop();
    await ingress.stop();
    await service.stop();
  }
}

/** A fresh worker takes what waits. Its start is part of the figure, as after a deployment. */
async function measureBacklog(databaseUrl: string, postgres: ProcessorClock, client: Client): Promise<BenchRow> {
  const { waiting } = await readDelays(client);
  const worker = await startApp('export-worker', databaseUrl);
  const meter = new ProcessorMeter('webhook', { worker: clockOf(worker), Postgres: postgres });
  const seconds = await secondsOf(() => meter.around('backlog', waiting, () => whenNoneWaits(client))).finally(() => worker.stop());
  return { section, what: 'those that wait, one worker', value: waiting / seconds, unit: 'webhooks/s', processor: meter.costOf('backlog') };
}

interface Delays {
  waiting: number;
  p50: number;
  p99: number;
}

async function readDelays(client: Client): Promise<Delays> {
  return (await client.query<Delays>(delays)).rows[0] as Delays;
}

/** The shop must have sent them all: a webhook waits from before its 200 on. Copies, which a shop makes within a second, never wait. */
async function whenNoneWaits(client: Client): Promise<Delays> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(100)) {
    const found = await readDelays(client);
    if (found.waiting === 0) return found;
  }
  throw new Error('Not every webhook took effect');
}
