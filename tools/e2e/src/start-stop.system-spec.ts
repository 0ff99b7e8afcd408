import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import type { RedisServer } from '@sync/embedded-services';
import { forEachQueueBackend, until, type AppProcess } from '@sync/test-harness';
import { initialise, identityOf, link, type Caller } from './testing/actors';
import { exchange, type WireResponse } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { ServiceUnderTest } from './testing/service-under-test';

const cleanExit = { code: 0, signal: null };
const lastMessage = ({ stdout }: AppProcess) => (JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { msg?: string }).msg;

forEachQueueBackend((backend) => {
  let redis: RedisServer | null;
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let caller = {} as Caller;

  beforeAll(async () => {
    redis = await backend.start();
    // Long enough for a stalled load balancer to notice that the API is not ready.
    const environment = { LOG_LEVEL: 'info', STOP_NOTICE_MS: '5000', ...(redis && { REDIS_URL: redis.url }) };
    service = await ServiceUnderTest.start({ environment });
    caller = await initialise(service);
  });
  afterAll(async () => {
    await service.stop();
    await redis?.stop();
  });
  afterEach(() => shop.stop());

  it('export-worker: SIGTERM under load finishes the page being written and leaves the rest to another worker', async () => {
    shop = await DemoShopA.start({ customers: 60, orders: 1_500, products: 60 });
    const worker = await service.startWorker({ STOP_NOTICE_MS: '0' });
    shop.setLatency(1_000);
    await link(service, caller, shop);
    await until(async () => (await service.rows('select from orders limit 1')).length > 0);
    expect(await worker.stop()).toEqual(cleanExit);
    expect(lastMessage(worker)).toBe('stopped');
    const open = `select from sync_runs where status in ('queued', 'running')`;
    expect(await service.rows(open)).not.toEqual([]);
    shop.setLatency(0);
    await service.startWorker({ STOP_NOTICE_MS: '0' });
    await until(async () => (await service.rows(open)).length === 0);
    expect(await service.rows('select distinct status from sync_runs')).toEqual([{ status: 'succeeded' }]);
    expect(await service.counts()).toMatchObject({ customers: 60, orders: 1_500, products: 60 });
  });

  it('connection-api: SIGTERM under load reports not ready, drains every request and exits 0', async () => {
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    shop.setLatency(1_500);
    const slow = [1, 2, 3, 4].map(() => service.ask('POST', '/api/system-connections/register', { body: identityOf(shop) }));
    await until(() => (shop.counters.byPath['connectivity-check'] ?? 0) >= slow.length);
    const broken: string[] = [];
    const responses: WireResponse[] = [];
    const path = `/api/widget/connections/${caller.connectionId}/status`;
    let isLeft = false;
    let readiness: number | null = null;
    // Like a load balancer: keeps connections, and stops sending to an app that is not ready.
    const watch = async () => {
      for (; !isLeft; await sleep(20)) {
        readiness = await service.api.health('ready');
        isLeft = readiness !== 200;
      }
    };
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isLeft) {
        try {
          responses.push(
            await exchange(service.api.url, { method: 'GET', path, headers: [['authorization', `Bearer ${caller.token}`]], agent }),
          );
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          if (code !== 'ECONNREFUSED') broken.push(code ?? message);
          if (code === 'ECONNREFUSED' || !service.api.isRunning) break;
        }
      }
      agent.destroy();
    };
    const watching = watch();
    const clients = Array.from({ length: 6 }, client);
    await until(() => responses.length > 100);
    service.api.signal('SIGTERM');
    await until(() => service.api.stdout.includes('"msg":"stopping"'));
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 201));
    expect(await service.api.exited).toEqual(cleanExit);
    await Promise.all([...clients, watching]);
    expect(readiness).toBe(503);
    expect(broken).toEqual([]);
    const others = responses.filter(({ status }) => status !== 200);
    expect(others.flatMap((response) => (response.status === 503 ? faultsOfProblem(response) : [`status ${response.status}`]))).toEqual([]);
    expect(lastMessage(service.api)).toBe('stopped');
  });
});

it('a supervised app ends with its supervisor', async () => {
  const service = await ServiceUnderTest.start({ environment: { LOG_LEVEL: 'info' } });
  const supervised = [service.api, await service.startWorker(), await service.startIngress(), await service.startApp('admin-api')];
  for (const app of supervised) app.child.disconnect();
  expect(await Promise.all(supervised.map((app) => app.exited))).toEqual(supervised.map(() => cleanExit));
  await service.stop();
});
