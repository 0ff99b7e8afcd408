import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { differences, settled, undisturbedRun } from './storm/verdict';
import { identityOf, initialise, type Caller } from './testing/actors';
import type { AppProcess } from './testing/app-process';
import { exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

interface Registered {
  connectionId: string;
  widgetToken: string;
  connectionToken: string;
  secret: string;
}

/** Promise 6: "Secret change without loss", by the steps that docs/plugin-authors.md tells. */
describe('the webhook secret is changed while the shop sends its webhooks', () => {
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

  /** As a plugin does: what it got, and the id that the connectivity check told it. */
  async function register(secret: string): Promise<Registered> {
    const { credentials, ...identity } = identityOf(shop);
    const body = { ...identity, credentials: { ...(credentials as object), webhook_secret: secret } };
    const answer = await service.ask('POST', '/api/system-connections/register', { body });
    const { connection_token, widget_token } = json<{ connection_token: string; widget_token: string }>(answer);
    return { connectionId: shop.checkedConnectionId ?? '', connectionToken: connection_token, widgetToken: widget_token, secret };
  }

  /** As the owner of the shop does, who pastes the token into the embedding system. */
  async function finalise({ connectionToken }: Registered): Promise<void> {
    const body = { connection_token: connectionToken };
    const { status } = await service.ask('POST', '/api/system-connections/connect', { token: caller.token, body });
    if (status !== 201) throw new Error(`The finalisation was answered ${status}`);
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

  /** Answer to a webhook for one of them, signed with the secret of another. */
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

  it('twice, under load: no webhook is refused, no change is lost, and the old secret is good for nothing afterwards', async () => {
    const first = await register(shop.credentials.webhook_secret);
    await shop.webhooks.create({ deliveryUrl: deliveryUrl(first), secret: first.secret });
    await finalise(first);
    await settled(service);

    // Exports take their time, so that changes come before, between and after the pages that they read.
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
    // Its first sync and its webhooks: no second export has healed anything.
    expect(await service.rows('select from sync_runs where system_connection_id = $1', [third.connectionId])).toHaveLength(3);
    const undisturbed = await undisturbedRun(service, shop, await initialise(service));
    expect(await differences(service, third.connectionId, undisturbed)).toEqual([]);
  });
});
