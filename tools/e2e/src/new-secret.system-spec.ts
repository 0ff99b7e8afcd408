import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { until, type AppProcess } from '@sync/test-harness';
import { differences, settled, undisturbedRun } from './storm/verdict';
import { identityOf, initialise, type Caller } from './testing/actors';
import { exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

interface Registered {
  connectionId: string;
  widgetToken: string;
  connectionToken: string;
  secret: string;
}

/** Changes a webhook secret by the steps of docs/plugin-authors.md. */
describe('changing the webhook secret while the shop sends webhooks', () => {
  let service: ServiceUnderTest;
  let ingress: AppProcess;
  let shop: DemoShopA;
  let caller: Caller;

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    [ingress] = await Promise.all([service.startIngress(), service.startWorker()]);
    shop = await DemoShopA.start({ customers: 20, products: 200, orders: 20 });
    shop.webhooks.behave({ isPatient: true });
    caller = await initialise(service);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });

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
    const { status, text } = await exchangePatiently(ingress.url, {
      method: 'POST',
      path: new URL(request.url).pathname,
      headers: Object.entries(request.headers),
      body: request.body,
    });
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
