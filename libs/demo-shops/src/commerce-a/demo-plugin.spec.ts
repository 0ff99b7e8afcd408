import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { DemoShopA } from './demo-shop-a';
import { bodyText } from './request-body';
import { webhookTopics } from './webhooks/webhook-topics';

const connectionId = '01980000-0000-7000-8000-000000000001';

describe('the plugin of demo shop A', () => {
  let shop: DemoShopA;
  let service: Server;
  let serviceUrl = '';
  const pings: string[] = [];

  /** Of a service: verifies, answers, takes webhooks. */
  beforeEach(async () => {
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    pings.length = 0;
    service = createServer((request, response) => {
      void (async () => {
        const body = await bodyText(request);
        if (request.url?.startsWith('/api/webhooks/')) {
          pings.push(request.url);
          return response.end();
        }
        const { connection_token, credentials } = JSON.parse(body) as { connection_token?: string; credentials: Record<string, string> };
        await fetch(`${shop.url}/wp-json/service-connector/v1/connectivity-check`, {
          method: 'POST',
          body: JSON.stringify({ connection_token: credentials.connection_token, connection_id: connectionId }),
        });
        return response.end(JSON.stringify(connection_token === undefined ? { connection_token: 'scc_1' } : { id: connectionId }));
      })();
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const address = service.address();
    serviceUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterEach(async () => {
    await shop.stop();
    service.closeAllConnections();
    service.close();
  });

  it.each([
    ['registered', () => shop.plugin(serviceUrl).register()],
    ['finalised', () => shop.plugin(serviceUrl).finalise('scc_1')],
  ])('makes webhooks of every topic when it has %s, each once however often', async (_, handshake) => {
    await handshake();
    await handshake();
    const path = `/api/webhooks/${connectionId}`;
    expect(shop.webhooks.list().map(({ topic, deliveryUrl }) => [topic, deliveryUrl])).toEqual(
      webhookTopics.map((topic) => [topic, `${serviceUrl}${path}`]),
    );
    expect(new Set(pings)).toEqual(new Set([path]));
  });
});
