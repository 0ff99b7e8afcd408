import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { initialise, startHandshake, type Caller } from './actors';
import { json } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

interface Shown {
  id: string;
  status: string;
  status_reason: { code: string } | null;
  last_synced_at: string | null;
  records: Record<string, number>;
  actions: string[];
  last_attempt: { code: string } | null;
}

const sizes = { customers: 30, products: 20, orders: 60 };
const platforms = [
  { slug: 'commerce_a', start: () => DemoShopA.start(sizes), wrongKey: { ...keysOfA(), consumer_secret: 'cs_wrong' } },
  { slug: 'commerce_b', start: () => DemoShopB.start(sizes), wrongKey: { api_key: 'W'.repeat(32) } },
] as const;

/** The shop refuses these, although no member is missing. */
function keysOfA(): Record<string, string> {
  return { consumer_key: 'ck_wrong', connection_key: 'wrong' };
}

/** Declares tests from the first token to the removal, by what the API itself offers, as the people on both sides go. */
export function describeJourneys(started: () => ServiceUnderTest): void {
  let service: ServiceUnderTest;
  let caller: Caller;
  let shop: DemoShopA | DemoShopB;

  beforeAll(() => void (service = started()));
  afterEach(() => shop.stop());

  const ask = async <T = Shown>(method: string, path: string, token?: string, body?: unknown) => {
    const response = await service.ask(method, path, { token, body });
    return { status: response.status, body: response.text === '' ? (null as T) : json<T>(response) };
  };
  const failing = () => shop.setFaults([{ kind: 'status', status: 500 }]);
  const served = async (kind = 'orders') =>
    (await ask<{ data: unknown[] }>('GET', `/api/records/${kind}?limit=1000`, caller.token)).body.data.length;

  /** Each kind has a sync of its own, and any of them may be the last. */
  const untilAllServed = () =>
    until(async () => {
      const counts: number[] = [];
      for (const kind of Object.keys(sizes)) counts.push(await served(kind));
      return counts.join() === Object.values(sizes).join();
    });

  describe.each(platforms)('a shop of $slug', ({ slug, start, wrongKey }) => {
    const registration = (credentials: object) => ({ system_slug: slug, base_url: shop.url, credentials });

    beforeEach(async () => {
      shop = await start();
      caller = await initialise(service);
    });

    it('is linked by a caller after a wrong key, configured, repaired, disconnected, reconnected and removed', async () => {
      const handshake = await startHandshake(service, caller);
      const id = handshake.connectionId;
      const of = `/api/system-connections/${id}`;
      const status = async () => (await ask('GET', `/api/widget/connections/${id}/status`, caller.token)).body;
      const register = (credentials: object) =>
        ask<Shown & { widget_token: string }>('POST', '/api/system-connections/register', undefined, {
          ...registration(credentials),
          connection_token: handshake.connectionToken,
        });

      // The owner mistypes a key, sees why it failed, and pastes the same token again.
      expect((await register(wrongKey)).status).toBe(422);
      expect(await status()).toMatchObject({ status: 'pending', last_attempt: { code: 'credentials_refused' } });
      expect(await register(shop.credentials)).toMatchObject({ status: 200, body: { id, status: 'active' } });
      await untilAllServed();
      expect((await ask<{ data: Shown[] }>('GET', `/api/widget/connections?system=${slug}`, caller.token)).body.data).toMatchObject([
        { id, status: 'active', records: sizes, actions: ['disconnect', 'uninstall'] },
      ]);
      await until(async () => (await status()).last_synced_at !== null);

      const configuration = { data_types: ['orders', 'products'], frequency: 'manual' };
      expect(await ask('PATCH', `${of}/configuration`, caller.token, { configuration })).toMatchObject({
        status: 200,
        body: { configuration },
      });
      await until(async () => (await served('customers')) === 0);

      // The shop fails until its breaker opens. A reconnect does not help before new credentials do.
      failing();
      await ask('POST', `${of}/syncs`, caller.token, { mode: 'full' });
      await until(async () => (await status()).status === 'error');
      expect(await status()).toMatchObject({ status_reason: { code: 'shop_unreachable' } });
      expect((await ask('POST', `${of}/reconnect`, caller.token)).status).toBe(422);
      shop.setFaults([]);
      expect((await ask('PUT', `${of}/credentials`, caller.token, { credentials: wrongKey })).status).toBe(422);
      expect(await ask('PUT', `${of}/credentials`, caller.token, { credentials: shop.credentials })).toMatchObject({
        status: 200,
        body: { id, status: 'active', status_reason: null },
      });
      expect(await served()).toBe(sizes.orders);

      expect(await ask('POST', `${of}/disconnect`, caller.token)).toMatchObject({ status: 200, body: { status: 'disconnected' } });
      expect([await served(), (await status()).status_reason?.code]).toEqual([0, 'disconnected']);
      expect(await ask('POST', `${of}/reconnect`, caller.token)).toMatchObject({ status: 200, body: { status: 'active' } });
      await until(async () => (await served()) === sizes.orders);

      const timeline = (await ask<{ data: { to_status: string }[] }>('GET', `${of}/timeline`, caller.token)).body.data;
      expect(timeline.map(({ to_status }) => to_status).reverse()).toEqual([
        'pending',
        'active',
        'error',
        'active',
        'disconnected',
        'active',
      ]);
      expect((await ask('DELETE', of, caller.token)).status).toBe(204);
      expect([(await ask('GET', of, caller.token)).status, await served()]).toEqual([404, 0]);
    });

    it('is linked from its plugin after a wrong key, configured, synced, disconnected, reconnected and removed by the plugin', async () => {
      const register = (credentials: object) =>
        ask<{ connection_token: string; widget_token: string }>(
          'POST',
          '/api/system-connections/register',
          undefined,
          registration(credentials),
        );
      expect((await register(wrongKey)).status).toBe(422);
      const { connection_token, widget_token: plugin } = (await register(shop.credentials)).body;
      const own = async () => (await ask('GET', '/api/widget/connection', plugin)).body;
      expect(await own()).toMatchObject({ status: 'pending', actions: ['disconnect', 'uninstall'] });
      expect((await ask('POST', '/api/system-connections/connect', caller.token, { connection_token })).status).toBe(201);
      await untilAllServed();
      expect(await own()).toMatchObject({ status: 'active', records: sizes });

      const configuration = { frequency: 'manual' };
      expect((await ask('PATCH', '/api/widget/configuration', plugin, { configuration })).status).toBe(200);
      const { id } = await own();
      expect((await ask('POST', `/api/system-connections/${id}/syncs`, plugin, { capabilities: ['products'] })).status).toBe(202);

      expect((await ask('POST', '/api/widget/connection/disconnect', plugin)).status).toBe(200);
      expect([await served(), (await own()).actions]).toEqual([0, ['reconnect', 'uninstall']]);
      failing();
      expect((await ask('POST', '/api/widget/connection/reconnect', plugin)).status).toBe(422);
      shop.setFaults([]);
      await until(async () => (await ask('POST', '/api/widget/connection/reconnect', plugin)).status === 200);
      await until(async () => (await served()) === sizes.orders);

      expect((await ask('DELETE', '/api/widget/connection', plugin)).status).toBe(204);
      expect([(await ask('GET', '/api/widget/connection', plugin)).status, await served()]).toEqual([401, 0]);
    });
  });
}
