import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { Client } from 'pg';
import { LinkedShop } from './linked-shop';
import type { BenchRow } from './measure';
import { ProcessorMeter, sumOf, type ProcessorClock } from './processor-time';
import { startIngress, startService } from './services';

const section = 'From 200 to effect, 20 changes a second, queues on Postgres';
const changes = 300;
const betweenMs = 50;

/** A webhook is committed right before its 200, and its effect right before the end of its task. */
const delays = `
  select count(*)::int as count, percentile_cont(0.5) within group (order by milliseconds) as p50,
    percentile_cont(0.99) within group (order by milliseconds) as p99
  from (
    select extract(epoch from finished_at - created_at)::float8 * 1000 as milliseconds
    from tasks where name = 'process-webhook' and state = 'done'
  ) done`;

/** How long after its 200 a shop's change is in the records. */
export async function measureWebhookEffect(databaseUrl: string, postgres: ProcessorClock): Promise<BenchRow[]> {
  const service = await startService(databaseUrl);
  const ingress = await startIngress(databaseUrl);
  const shop = await DemoShopA.start({ customers: 50, orders: 50, products: 50 });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { connectionId } = await LinkedShop.link(service, shop);
    await shop.webhooks.create({ deliveryUrl: `${ingress.url}/api/webhooks/${connectionId}`, topics: ['order.updated'] });
    const orders = shop.ids('orders');
    const send = async () => {
      for (let change = 0; change < changes; change += 1) {
        shop.change('orders', orders[change % orders.length] as number, { status: change % 2 === 0 ? 'completed' : 'processing' });
        await sleep(betweenMs);
      }
      await shop.webhooks.settled();
      return whenAllAreDone(client, shop.webhooks.counters.accepted);
    };
    const workers = sumOf(service.workers.map(({ clock }) => clock));
    const meter = new ProcessorMeter('webhook', { ingress: ingress.clock, workers, Postgres: postgres });
    const { p50, p99 } = await meter.around('effect', changes, send);
    return [
      { section, what: '200 to effect', value: p50, unit: 'ms p50', processor: meter.costOf('effect') },
      { section, what: '200 to effect', value: p99, unit: 'ms p99' },
    ];
  } finally {
    await client.end();
    await shop.stop();
    await ingress.stop();
    await service.stop();
  }
}

interface Delays {
  count: number;
  p50: number;
  p99: number;
}

async function whenAllAreDone(client: Client, accepted: number): Promise<Delays> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const [row] = (await client.query<Delays>(delays)).rows;
    if (row && row.count >= accepted) return row;
  }
  throw new Error('Not every webhook took effect');
}
