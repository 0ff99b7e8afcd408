import { ConnectionSync, verifyWebhook } from '@sync/client';
import { DemoShopA } from '@sync/demo-shops';
import { until, type AppProcess } from '@sync/test-harness';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialise, link, type Caller } from './testing/actors';
import { ServiceUnderTest } from './testing/service-under-test';

const orders = 1_000;

let service: ServiceUnderTest;
let shop: DemoShopA;
let caller: Caller;
let sync: ConnectionSync;
let server: Server;
/** What an endpoint does with an event: true takes it. */
let take: (event: Awaited<ReturnType<typeof verifyWebhook>>) => boolean = () => true;
let secret = '';

beforeAll(async () => {
  service = await ServiceUnderTest.start({ environment: { CALLER_WEBHOOK_SCHEDULE_SECONDS: '0,0.2,0.2,0.5,0.5' } });
  shop = await DemoShopA.start({ customers: 10, orders, products: 10 });
  caller = await initialise(service);
  sync = new ConnectionSync({ baseUrl: service.api.url, token: caller.token });
  server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const event = await verifyWebhook(Buffer.concat(pieces), request.headers, secret);
      response.writeHead(take(event) ? 204 : 503).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await Promise.all([service.stop(), shop.stop(), new Promise((resolve) => server.close(resolve))]);
});

/**
 * Follows the orders until it has seen as many, from a new request after each hundred. Gives what came: the id of an order, and when the
 * service wrote it, which it does again once it knows the customer.
 */
async function followAll(): Promise<{ ids: Set<string>; changes: string[] }> {
  const ids = new Set<string>();
  const changes: string[] = [];
  let cursor: string | undefined;
  while (ids.size < orders) {
    const reader = new AbortController();
    let read = 0;
    for await (const item of sync.records.follow('orders', { cursor, signal: reader.signal })) {
      cursor = item.cursor;
      if (item.record) {
        ids.add(item.record.source_id);
        changes.push(`${item.record.source_id} ${item.record.synced_at}`);
      }
      // What it has received beyond this item is lost with it.
      if ((read += 1) === 100 || ids.size === orders) reader.abort();
      if (reader.signal.aborted) break;
    }
  }
  return { ids, changes };
}

/** Ids of the orders from this cursor to the end of what is there. */
async function readFrom(cursor: string, source: string): Promise<string[]> {
  const ids: string[] = [];
  for (let [next, more]: [string, boolean] = [cursor, true]; more;) {
    const page = await sync.records.list('orders', { cursor: next, source_connection_id: source, limit: 1_000 }).page();
    ids.push(...page.data.map((record) => record.source_id));
    [next, more] = [page.next_cursor, page.has_more];
  }
  return ids;
}

const isSettled = async () => {
  const [open] = await service.rows<{ left: number }>(
    `select (select count(*) from caller_events) + (select count(*) from webhook_deliveries where status = 'pending')
       + (select count(*) from sync_runs where status in ('queued', 'running')) as left`,
  );
  return Number(open?.left) === 0;
};

it('a caller misses none of 1,000 orders, by webhook and by feed, while workers are killed, its endpoint fails and is paused, and its reader ends', async () => {
  let workers: AppProcess[] = [await service.startWorker(), await service.startWorker()];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const endpoint = await sync.webhookEndpoints.create({ url, events: ['records.changed'] });
  secret = endpoint.secret;
  const told = new Set<string>();
  const reading: Promise<void>[] = [];
  let calls = 0;
  take = (event) => {
    if ((calls += 1) % 3 === 0) return false;
    if (event.type !== 'records.changed' || event.data.type !== 'orders') return true;
    const { cursor, source_connection_id: source } = event.data;
    reading.push(readFrom(cursor, source).then((ids) => ids.forEach((id) => told.add(id))));
    return true;
  };
  await link(service, caller, shop);
  const followed = followAll();
  for (let killed = 0; killed < 3; killed += 1) {
    await sleep(1_000);
    if (killed === 1) await sync.webhookEndpoints.update(endpoint.id, { status: 'paused' });
    const [victim, ...others] = workers;
    await victim?.kill();
    workers = [...others, await service.startWorker()];
  }
  await sync.webhookEndpoints.update(endpoint.id, { status: 'enabled' });
  const { ids, changes } = await followed;
  await until(isSettled);
  await Promise.all(reading);

  expect(ids.size).toBe(orders);
  expect(changes).toHaveLength(new Set(changes).size);
  expect(told.size).toBe(orders);
  // Hints collapse: far fewer calls than changes.
  expect(calls).toBeLessThan(orders / 10);
});
