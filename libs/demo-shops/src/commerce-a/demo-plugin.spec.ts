import { PluginListener } from '../testing/plugin-listener';
import { DemoShopA } from './demo-shop-a';
import { webhookTopics } from './webhooks/webhook-topics';

const connectionId = '01980000-0000-7000-8000-000000000001';

describe('the plugin of demo shop A', () => {
  let shop: DemoShopA;
  let service: PluginListener;

  beforeEach(async () => {
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    service = await PluginListener.start();
    // Like the service, which checks the shop before it responds.
    service.respond = async ({ connection_token, credentials }) => {
      await fetch(`${shop.url}/wp-json/service-connector/v1/connectivity-check`, {
        method: 'POST',
        body: JSON.stringify({ connection_token: (credentials as Record<string, string>).connection_token, connection_id: connectionId }),
      });
      return { status: 200, body: connection_token === undefined ? { connection_token: 'scc_1' } : { id: connectionId } };
    };
  });
  afterEach(async () => {
    await shop.stop();
    service.stop();
  });

  it.each([
    ['registered', () => shop.plugin(service.url).register()],
    ['finalised', () => shop.plugin(service.url).finalise('scc_1')],
  ])('creates one webhook for each topic once %s, however often', async (_, handshake) => {
    await handshake();
    await handshake();
    const path = `/api/webhooks/${connectionId}`;
    expect(shop.webhooks.list().map(({ topic, deliveryUrl }) => [topic, deliveryUrl])).toEqual(
      webhookTopics.map((topic) => [topic, `${service.url}${path}`]),
    );
    const pings = service.heard.filter((heard) => heard.path.startsWith('/api/webhooks/'));
    expect(new Set(pings.map((ping) => ping.path))).toEqual(new Set([path]));
  });
});
