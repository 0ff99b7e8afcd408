import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { differences, settled, undisturbedRun } from './storm/verdict';
import { identityOf, initialise, link, type Caller, type Registration } from './testing/actors';
import { readDocument, type ApiDocument } from './testing/api-document';
import { describeResponses } from './testing/described-responses';
import { deliveryOf, exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

interface Registered {
  connectionId: string;
  widgetToken: string;
  connectionToken: string;
  secret: string;
}

/** What becomes of a connection, by the calls of the people on both sides and the webhooks of the shop. */
onPostgresQueues(() => {
  let service: ServiceUnderTest;
  let ingress: AppProcess;
  let document: ApiDocument;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ environment: { OUTAGE_TOLERANCE_SECONDS: '2' } });
    [ingress] = await Promise.all([service.startIngress(), service.startWorker()]);
    document = await readDocument(service);
  });
  afterAll(() => service.stop());

  describe('the API description describes', () => describeResponses(() => ({ service, ingress, document })));

  /** Changes a webhook secret by the steps of docs/plugin-authors.md. */
  describe('changing the webhook secret while the shop sends webhooks', () => {
    let shop: DemoShopA;
    let caller: Caller;

    beforeAll(async () => {
      shop = await DemoShopA.start({ customers: 20, products: 200, orders: 20 });
      shop.webhooks.behave({ isPatient: true });
      caller = await initialise(service);
    });
    afterAll(() => shop.stop());

    const deliveryUrl = ({ connectionId }: Registered) => `${ingress.url}/api/webhooks/${connectionId}`;

    /** Registers as a plugin: the response, plus the id from the connectivity check. */
    async function register(secret: string): Promise<Registered> {
      const { credentials, ...identity } = identityOf(shop);
      const body = { ...identity, credentials: { ...(credentials as object), webhook_secret: secret } };
      const response = await service.ask('POST', '/api/system-connections/register', { body });
      const { connection_token, widget_token } = json<{ connection_token: string; widget_token: string }>(response);
      return { connectionId: shop.checkedConnectionId ?? '', connectionToken: connection_token, widgetToken: widget_token, secret };
    }

    /** As the shop's owner, who pastes the token into the embedding system. */
    async function finalise({ connectionToken }: Registered): Promise<void> {
      const body = { connection_token: connectionToken };
      const { status } = await service.ask('POST', '/api/system-connections/connect', { token: caller.token, body });
      if (status !== 201) throw new Error(`Finalising got ${status}`);
    }

    const statusOf = async ({ connectionId, widgetToken }: Registered) =>
      json<{ status: string }>(await service.ask('GET', `/api/widget/connections/${connectionId}/status`, { token: widgetToken })).status;

    async function changeSecret(current: Registered): Promise<Registered> {
      const next = await register(randomBytes(32).toString('hex'));
      await shop.webhooks.create({ deliveryUrl: deliveryUrl(next), secret: next.secret });
      expect([await statusOf(current), await statusOf(next)]).toEqual(['active', 'pending']);
      await sleep(300);
      await finalise(next);
      await until(async () => (await statusOf(next)) === 'active');
      shop.webhooks.remove(deliveryUrl(current));
      return next;
    }

    /** Response to a webhook for one connection, signed with the secret of another. */
    const answerTo = async (to: Registered, { secret }: Registered) => {
      const request = shop.webhooks.request({ deliveryUrl: deliveryUrl(to), secret }, 'product.updated', shop.ids('products')[0]!);
      const { status, text } = await exchangePatiently(request.url, deliveryOf(request));
      return status === 200 ? text : status;
    };

    it('twice under load: refuses no webhook, loses no change, and never accepts the old secret again', async () => {
      const first = await register(shop.credentials.webhook_secret);
      await shop.webhooks.create({ deliveryUrl: deliveryUrl(first), secret: first.secret });
      await finalise(first);
      await settled(service);

      // Slow exports, so that changes arrive before, between and after their pages.
      shop.setLatency(120);
      const ids = shop.ids('products');
      let isOver = false;
      const changing = (async () => {
        for (let count = 0; !isOver; count += 1) {
          shop.change('products', ids[count % ids.length]!, { name: `Change ${count}` });
          if (count % 10 === 0) shop.add('products');
          await sleep(25);
        }
      })();
      const second = await changeSecret(first);
      await sleep(500);
      const third = await changeSecret(second);
      await sleep(1_000);
      isOver = true;
      await changing;
      shop.setLatency(0);
      await shop.webhooks.settled();
      await settled(service);

      const { sent, accepted, refused } = shop.webhooks.counters;
      expect({ refused, missing: sent - accepted }).toEqual({ refused: 0, missing: 0 });
      expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual(['inactive', 'inactive', 'active']);
      expect([await answerTo(third, third), await answerTo(third, second), await answerTo(third, first)]).toEqual([
        '{"status":"accepted"}',
        401,
        401,
      ]);
      expect(await answerTo(second, second)).toBe('{"status":"ignored"}');
      await settled(service);
      // Only its first sync and its webhooks: no second export repaired anything.
      expect(await service.rows('select from sync_runs where system_connection_id = $1', [third.connectionId])).toHaveLength(3);
      const undisturbed = await undisturbedRun(service, shop, await initialise(service));
      expect(await differences(service, third.connectionId, undisturbed)).toEqual([]);
    });
  });

  /** From outside: as plugin, caller and the shop's webhooks see it. */
  describe('the life cycle of a connection', () => {
    let shop: DemoShopA;
    let caller: Caller;
    let linked: Registration;

    beforeAll(async () => {
      // More than eight pages of orders, so that the export takes several rounds and a test can catch it half way.
      shop = await DemoShopA.start({ customers: 60, products: 60, orders: 450 });
    });
    afterAll(() => shop.stop());
    beforeEach(async () => {
      caller = await initialise(service);
      linked = await link(service, caller, shop);
      await untilRuns('succeeded', 3);
    });
    afterEach(() => {
      shop.setFaults([]);
      shop.setLatency(0);
    });

    const runs = (status: string) =>
      service.rows('select from sync_runs where system_connection_id = $1 and status = $2', [linked.connectionId, status]);
    const untilRuns = (status: string, count: number) => until(async () => (await runs(status)).length === count);
    const move = (name: string) => service.ask('POST', `/api/widget/connection/${name}`, { token: linked.widgetToken });
    const status = async () =>
      json<{ status: string }>(
        await service.ask('GET', `/api/widget/connections/${linked.connectionId}/status`, { token: linked.widgetToken }),
      ).status;
    const served = async () =>
      json<{ data: unknown[] }>(await service.ask('GET', '/api/records/orders?limit=5', { token: caller.token })).data.length;
    /** The feed waits for older transactions, which may belong to another test file. */
    const untilServed = () => until(async () => (await served()) === 5);
    const askForSync = async () =>
      (await service.ask('POST', `/api/system-connections/${linked.connectionId}/syncs`, { token: caller.token, body: { mode: 'full' } }))
        .status;
    const webhook = async () => {
      const deliveryUrl = `${ingress.url}/api/webhooks/${linked.connectionId}`;
      const request = shop.webhooks.request({ deliveryUrl }, 'order.updated', shop.ids('orders')[0]!);
      const response = await exchangePatiently(deliveryUrl, deliveryOf(request));
      return `${response.status} ${response.status === 200 ? response.text : ''}`.trim();
    };
    /** Unexpected errors in the logs of API, ingress and worker. */
    const errors = () => service.output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));

    it('keeps data of a disconnected connection without serving it, and catches up by a sync after the reconnect', async () => {
      await untilServed();
      expect(await webhook()).toBe('200 {"status":"accepted"}');
      expect((await move('disconnect')).status).toBe(200);
      expect([await status(), await served(), await askForSync(), await webhook()]).toEqual([
        'disconnected',
        0,
        409,
        '200 {"status":"ignored"}',
      ]);
      expect((await move('reconnect')).status).toBe(200);
      await untilRuns('succeeded', 6);
      await untilServed();
      expect([await status(), await webhook()]).toEqual(['active', '200 {"status":"accepted"}']);
    });

    it('stops syncing when the circuit breaker opens, and syncs at once after the owner reconnects', async () => {
      shop.setFaults((['customers', 'products', 'orders'] as const).map((path) => ({ kind: 'status', status: 500, path })));
      await askForSync();
      await until(async () => (await status()) === 'error');
      expect(await askForSync()).toBe(409);
      await untilServed();
      shop.setFaults([{ kind: 'status', status: 500, path: 'connectivity-check' }]);
      expect([(await move('reconnect')).status, await status()]).toEqual([422, 'error']);
      shop.setFaults([]);
      const before = (await runs('succeeded')).length;
      expect((await move('reconnect')).status).toBe(200);
      await untilRuns('succeeded', before + 3);
      expect(await status()).toBe('active');
    });

    it('uninstalling during an export removes everything at once and ends its workers without an error', async () => {
      shop.setLatency(300);
      await askForSync();
      const begun = `select from page_ranges r join sync_runs s on s.id = r.sync_run_id
        where s.system_connection_id = $1 and next_page > first_page`;
      await until(async () => (await service.rows(begun, [linked.connectionId])).length > 0);
      await Promise.all(Array.from({ length: 10 }, webhook));
      const before = errors();
      expect((await service.ask('DELETE', '/api/widget/connection', { token: linked.widgetToken })).status).toBe(204);
      const gone = await service.ask('GET', `/api/system-connections/${linked.connectionId}`, { token: caller.token });
      expect([gone.status, (await move('reconnect')).status, await served(), await askForSync(), await webhook()]).toEqual([
        404,
        401,
        0,
        404,
        '401',
      ]);
      const others = await initialise(service);
      const next = await link(service, others, shop);
      await until(
        async () =>
          (await service.rows(`select from sync_runs where system_connection_id = $1 and status = 'succeeded'`, [next.connectionId]))
            .length === 3,
      );
      const left = (table: string, owner: string) => service.rows(`select from ${table} where ${owner} = $1`, [linked.connectionId]);
      for (const table of ['tasks', 'sync_runs', 'access_tokens'])
        expect([table, await left(table, 'system_connection_id')]).toEqual([table, []]);
      for (const table of ['orders', 'customers', 'products']) expect([table, await left(table, 'shop_id')]).toEqual([table, []]);
      expect(errors()).toEqual(before);
    });
  });
});
