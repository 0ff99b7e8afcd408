import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { Script } from 'node:vm';
import { bodyText } from '../commerce-a/request-body';
import { describedShop, type Json } from './testing/described-shop';

describe('demo shop B', () => {
  const { begin, get, shop } = describedShop();
  const control = (action: string, body: unknown = {}, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(`${shop().url}/__control/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const controlled = async (action: string, body: unknown = {}) => (await (await control(action, body)).json()) as Json;

  describe('is controlled from the same machine', () => {
    it('records, faults, counters, totals, rights, the webservice', async () => {
      await begin();
      expect(await controlled('totals')).toEqual({ customers: 70, products: 60, orders: 120 });
      const { id } = await controlled('add', { collection: 'orders', fields: { current_state: '14' } });
      expect(await controlled('record', { collection: 'orders', id })).toMatchObject({ id, current_state: '14' });
      expect(await controlled('change', { collection: 'addresses', id: 1, fields: { city: 'Ulm' } })).toEqual({ changed: true });
      expect(shop().record('addresses', 1).city).toBe('Ulm');
      expect(await controlled('remove', { collection: 'orders', id })).toEqual({ removed: true });
      expect((await controlled('ids', { collection: 'orders' })).ids).toHaveLength(120);
      await controlled('faults', { faults: [{ kind: 'status', status: 500, times: 1 }] });
      expect((await get('orders')).status).toBe(500);
      await controlled('rights', { rights: ['shops'] });
      expect((await get('orders')).status).toBe(401);
      await controlled('webservice', { on: false });
      expect((await get('shops')).status).toBe(503);
      expect((await controlled('counters')).requests).toBe(3);
    });

    it('refuses unknown controls, other collections and what a web page could send without asking', async () => {
      await begin();
      for (const name of ['nothing', 'constructor', '__proto__']) expect((await control(name)).status).toBe(404);
      expect((await control('add', { collection: 'shops' })).status).toBe(400);
      expect((await control('latency', { ms: 'x' })).status).toBe(400);
      expect((await control('rights', { rights: ['nothing'] })).status).toBe(400);
      expect((await control('totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
    });

    it('is not there under the name of another host that leads to this machine', async () => {
      await begin();
      const status = await new Promise((resolve, reject) => {
        const headers = { host: 'rebound.example', 'content-type': 'application/json' };
        const asked = httpRequest(`${shop().url}/__control/totals`, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode));
        asked.on('error', reject).end('{}');
      });
      expect(status).toBe(404);
    });

    it('shows a page that runs nothing but its own script and shows names as text', async () => {
      await begin({ name: '<script>alert(1)</script>' });
      const response = await fetch(`${shop().url}/__control/`);
      const html = await response.text();
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-/);
      expect(html).not.toContain('<script>');
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).toContain('color-scheme: light dark');
      expect(() => new Script(/<script nonce="[^"]+">(.*)<\/script>/s.exec(html)?.[1] ?? 'no script')).not.toThrow();
    });
  });

  describe('its plugin', () => {
    let service: Server;
    let serviceUrl = '';
    const registered: Json[] = [];
    beforeEach(async () => {
      registered.length = 0;
      service = createServer((request, response) => {
        void bodyText(request).then((body) => {
          const fields = JSON.parse(body) as Json;
          registered.push(fields);
          response.statusCode = fields.connection_token === 'bad' ? 422 : 201;
          response.end(JSON.stringify(fields.connection_token ? { id: 'c1' } : { connection_token: 'scc_1' }));
        });
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const address = service.address();
      serviceUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    });
    afterEach(() => {
      service.closeAllConnections();
      service.close();
    });

    it('registers, and finalises with a token: with the key of the webservice', async () => {
      await begin();
      expect(await controlled('register', { service_url: serviceUrl })).toEqual({ connection_token: 'scc_1' });
      expect(await controlled('finalise', { service_url: serviceUrl, connection_token: 'scc_2' })).toEqual({ id: 'c1' });
      const identity = { system_slug: 'commerce_b', base_url: shop().url, credentials: shop().credentials };
      expect(registered).toEqual([identity, { connection_token: 'scc_2', ...identity }]);
    });

    it('says what the service refused', async () => {
      await begin();
      const response = await control('finalise', { service_url: serviceUrl, connection_token: 'bad' });
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ status: 422 });
    });
  });
});
