import { randomBytes } from 'node:crypto';
import { isUnavailable, send, WebhookIngressUnderTest } from './testing/webhook-ingress-under-test';

const body = '{"id":517}';
const otherKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('an ingress whose encryption key', () => {
  it.each([
    ['is missing', otherKey('newer'), 'Not ready: encryption key test (missing).'],
    ['has other bytes', otherKey('test'), 'Not ready: encryption key test (different).'],
  ])('%s is not ready, and responds with 503 to what it cannot verify until it has the key', async (_what, keys, detail) => {
    const fitting = await WebhookIngressUnderTest.start();
    const shop = await fitting.connect();
    expect((await fitting.deliver(shop, body)).status).toBe(200);
    const faulty = await WebhookIngressUnderTest.besides(fitting, { ENCRYPTION_KEYS: keys });
    for (const to of [shop, { ...shop, secret: 'forged' }, { id: '01960000-0000-7000-8000-00000000dead', secret: 'x' }])
      isUnavailable(await fitting.deliver(to, body, [], faulty.url));
    const ready = await fetch(`${faulty.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ detail })]);
    expect((await fetch(`${faulty.url}/health/live`)).status).toBe(200);
    const ping = { path: `/api/webhooks/${shop.id}`, headers: [['Content-Type', 'application/x-www-form-urlencoded']] as const };
    expect((await send(faulty.url, { ...ping, body: 'webhook_id=1' })).status).toBe(200);
    await faulty.close();
    const added = await WebhookIngressUnderTest.besides(fitting, { ENCRYPTION_KEYS: `${otherKey('k2')},${fitting.encryptionKeys}` });
    expect((await fitting.deliver(shop, body, [], added.url)).status).toBe(200);
    expect((await fitting.deliver({ ...shop, secret: 'forged' }, body, [], added.url)).status).toBe(401);
    await added.close();
    await fitting.stop();
  });
});
