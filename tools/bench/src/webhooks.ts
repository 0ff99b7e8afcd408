import { createHmac, randomBytes } from 'node:crypto';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { freePort, startRedisServer, type RedisServer } from '@sync/embedded-services';
import type { AppProcess, Environment } from '@sync/test-harness';
import autocannon from 'autocannon';
import { v7 as uuidv7 } from 'uuid';
import { benchPool } from './bench-pool';
import { compared, median, takingTurns, type BenchRow } from './measure';
import { clockOf, ProcessorMeter, type ProcessorClock } from './processor-time';
import { encryptionKeys, environmentOf, startApp, startScript } from './services';

const section = 'Webhooks, 2 KB bodies, 50 senders, 100 shops';
const shops = 100;
const bodies = 2_000;
const secret = randomBytes(32).toString('hex');

interface Signed {
  path: string;
  body: string;
  signature: string;
}

/** Compares the ingress with the same framework that checks signatures only, and with one insert per request. */
export async function measureWebhooks(databaseUrl: string, postgres: ProcessorClock, turns: number): Promise<BenchRow[]> {
  const webhooks = await prepare(databaseUrl);
  const redisPort = await freePort();
  let redis = await startRedisServer({ port: redisPort });
  const environment: Environment = {
    BENCH_WEBHOOK_SECRET: secret,
    ...(redis && { REDIS_URL: redis.url }),
  };
  const ingress = await startApp('webhook-ingress', databaseUrl, environment);
  const limits = await startScript('dist/tools/bench/webhook-limits.mjs', 'WEBHOOK_LIMITS_PORT', {
    ...environmentOf(databaseUrl),
    ...environment,
  });
  const at = (program: AppProcess, path?: string) => () => rate(fire(program, webhooks, path));
  const metered = (name: string, program: AppProcess, path?: string) => {
    const meter = new ProcessorMeter('webhook', { [name]: clockOf(program), Postgres: postgres });
    const turn = () =>
      rate(
        meter.around(
          'accepted',
          ({ requests }) => requests.total,
          () => fire(program, webhooks, path),
        ),
      );
    return { turn, cost: () => meter.costOf('accepted') };
  };
  const accepted = metered('ingress', ingress);
  const checked = metered('reference', limits, '/limits/hmac');
  const inserted = metered('reference', limits, '/limits/insert');
  try {
    // Warm up the compiler.
    for (const warmUp of [at(limits, '/limits/hmac'), at(limits, '/limits/insert'), at(ingress)]) await warmUp();
    const full = await takingTurns(turns, {
      'signature checked, nothing stored': checked.turn,
      'one insert for each': inserted.turn,
      accepted: accepted.turn,
    });
    const steady: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) steady.push((await fire(ingress, webhooks, undefined, 200)).latency.p99);
    const rows = [
      {
        ...row('accepted', full.accepted, 'signature checked, nothing stored', full['signature checked, nothing stored'], '>= 0.5'),
        processor: accepted.cost(),
        limitProcessor: checked.cost(),
      },
      {
        ...row('accepted', full.accepted, 'one insert for each', full['one insert for each'], '>= 1'),
        processor: accepted.cost(),
        limitProcessor: inserted.cost(),
      },
      { section, what: 'response at 200 a second', value: median(steady), unit: 'ms p99', goal: '<= 250' },
    ];
    if (!redis) return rows;
    const without = await takingTurns(turns, {
      'with Redis': async () => {
        redis ??= await startRedisServer({ port: redisPort });
        return at(ingress)();
      },
      'Redis stopped': async () => {
        await (redis as RedisServer | null)?.kill();
        redis = null;
        return at(ingress)();
      },
    });
    return [...rows, row('accepted, Redis stopped', without['Redis stopped'], 'with Redis', without['with Redis'], '>= 1')];
  } finally {
    await ingress.stop();
    await limits.stop();
    await redis?.stop();
  }
}

function row(what: string, value: number, against: string, limit: number, goal: string): BenchRow {
  return compared({ section, what, value, unit: 'webhooks/s', against, limit, goal });
}

async function rate(fired: Promise<autocannon.Result>): Promise<number> {
  const { requests, non2xx, errors } = await fired;
  if (non2xx + errors > 0) throw new Error(`${non2xx} webhooks were refused, ${errors} got no response`);
  return requests.average;
}

/** Each webhook has its own delivery id, as a shop's have. `path`: the reference's path instead of the shop's. */
function fire(program: AppProcess, webhooks: readonly Signed[], path?: string, overallRate?: number): Promise<autocannon.Result> {
  let turn = 0;
  const next = (request: autocannon.Request): autocannon.Request => {
    turn += 1;
    const { path: own, body, signature } = webhooks[turn % webhooks.length] as Signed;
    const headers = {
      'content-type': 'application/json',
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': signature,
      'x-wc-webhook-delivery-id': `${process.hrtime.bigint()}`,
    };
    return { ...request, path: path ?? own, body, headers };
  };
  const rated = overallRate === undefined ? {} : { overallRate };
  return autocannon({ url: program.url, connections: 50, duration: 5, ...rated, requests: [{ method: 'POST', setupRequest: next }] });
}

async function prepare(databaseUrl: string): Promise<Signed[]> {
  const cipher = new CredentialsCipher(KeyRing.parse(encryptionKeys));
  const ids = Array.from({ length: shops }, () => uuidv7());
  const pool = benchPool(databaseUrl, 1);
  try {
    await pool.query(
      'create table bare_webhooks (id uuid primary key, body text not null, received_at timestamptz not null default now())',
    );
    await pool.query(
      `insert into system_connections (id, name, status, credentials) select id, 'Bench', 'active', credentials from unnest($1::uuid[], $2::text[]) as given (id, credentials)`,
      [ids, ids.map((id) => cipher.seal(id, { webhook_secret: secret, consumer_key: 'ck_bench', consumer_secret: 'cs_bench' }))],
    );
    await pool.query('vacuum analyze system_connections');
  } finally {
    await pool.end();
  }
  return Array.from({ length: bodies }, (_, index) => {
    const body = bodyOf(index);
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    return { path: `/api/webhooks/${ids[index % shops]}`, body, signature };
  });
}

/** An order of 2 KB. */
function bodyOf(index: number): string {
  const line = (id: number) => ({
    id,
    name: `Article ${id} of order ${index}`,
    product_id: 100 + id,
    quantity: 1 + (id % 3),
    total: '19.90',
  });
  const order = { id: index, status: 'processing', currency: 'EUR', total: '199.00', date_modified_gmt: '2026-01-01T00:00:00' };
  const items = { ...order, line_items: Array.from({ length: 12 }, (_, id) => line(id)), note: '' };
  const missing = 2_048 - JSON.stringify(items).length;
  return JSON.stringify({ ...items, note: randomBytes(2_048).toString('base64').slice(0, Math.max(missing, 0)) });
}
