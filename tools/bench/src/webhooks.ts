import { createHmac, randomBytes } from 'node:crypto';
import { startRedisServer } from '@sync/embedded-services';
import type { Environment } from '@sync/test-harness';
import { insertShops, type BenchShop } from './bench-shops';
import { fire, loadCase } from './load';
import { comparedRates, takeTurns, type BenchRow, type Setting } from './measure';
import { clockOf } from './processor-time';
import { startApp, startBareServer, withPool } from './services';

const section = 'Webhooks, 2 KB bodies, 50 senders, 100 shops';
const steadyRate = 200;

/** Compares the ingress with a bare server that checks signatures only, and with one insert per request. */
export async function measureWebhooks({ url, postgres, turns }: Setting): Promise<BenchRow[]> {
  const secret = randomBytes(32).toString('hex');
  const shops = await withPool(url, 1, async (pool) => {
    await pool.query('create table bare_webhooks (id uuid primary key, body text not null, received_at timestamptz default now())');
    return insertShops(pool, 100, { credentials: { webhook_secret: secret, consumer_key: 'ck_bench', consumer_secret: 'cs_bench' } });
  });
  const webhooks = Array.from({ length: 2_000 }, (_, index) => signedWebhook(shops[index % shops.length] as BenchShop, secret, index));
  const redis = await startRedisServer();
  const environment: Environment = { BARE_WEBHOOK_SECRET: secret, ...(redis && { REDIS_URL: redis.url }) };
  const [ingress, bare] = [await startApp('webhook-ingress', url, environment), await startBareServer(url, environment)];
  /** Each webhook has its own delivery id, as a shop's have. */
  const request = (number: number) => {
    const { path, body, headers } = webhooks[number % webhooks.length] as Webhook;
    return { path, body, headers: { ...headers, 'x-wc-webhook-delivery-id': `${process.hrtime.bigint()}` } };
  };
  const load = { method: 'POST', request, connections: 50, seconds: 5 } as const;
  const bareCase = (path: string) => {
    const asked = (number: number) => ({ ...request(number), path });
    return loadCase(bare, { ...load, request: asked }, { bare: clockOf(bare), Postgres: postgres.clock });
  };
  try {
    const cases = {
      accepted: loadCase(ingress, load, { ingress: clockOf(ingress), Postgres: postgres.clock }),
      signature: bareCase('/signature'),
      insert: bareCase('/insert'),
    };
    const { accepted, signature, insert } = await takeTurns('webhook', cases, turns);
    const steady = await fire(ingress, { ...load, rate: steadyRate });
    const title = { section, what: 'accepted', unit: 'webhooks/s' };
    return [
      comparedRates(title, accepted, 'signature checked, nothing stored', signature, '>= 0.33'),
      comparedRates(title, accepted, 'one insert for each', insert, '>= 1'),
      { section, what: `response at ${steadyRate} a second`, value: steady.latency.p99, unit: 'ms p99', goal: '<= 250' },
    ];
  } finally {
    await Promise.all([ingress.stop(), bare.stop()]);
    await redis?.stop();
  }
}

interface Webhook {
  path: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** An order of 2 KB that has changed. */
export function signedWebhook({ id }: BenchShop, secret: string, order: number): Webhook {
  const date = '2027-01-01T00:00:00';
  const fields = { id: order, status: 'completed', currency: 'EUR', total: '1.00', date_created_gmt: date, date_modified_gmt: date };
  const body = JSON.stringify({ ...fields, note: randomBytes(1_400).toString('base64') });
  return {
    path: `/api/webhooks/${id}`,
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
  };
}
