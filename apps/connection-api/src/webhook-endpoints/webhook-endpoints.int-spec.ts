import { initialise, register } from '../testing/actors';
import { Shop } from '../testing/shop';
import { WebhookScene, type EndpointBody } from '../testing/webhook-scene';

let scene: WebhookScene;

beforeAll(async () => {
  scene = await WebhookScene.start();
  await scene.stopDelivering();
});
afterAll(() => scene.stop());

describe('a webhook endpoint', () => {
  it('is created with a secret that is shown this once, listed, read, changed and deleted', async () => {
    const created = await scene.ask<EndpointBody>('POST', '', { url: 'http://127.0.0.1:9/hooks?key=1' });
    const shown = {
      id: expect.any(String) as string,
      url: 'http://127.0.0.1:9/hooks?key=1',
      events: null,
      source_connection_ids: null,
      description: null,
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      last_delivered_at: null,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
    };
    expect([created.status, created.body]).toEqual([
      201,
      { ...shown, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string },
    ]);
    const path = `/${created.body.id}`;
    expect((await scene.ask('GET', path)).body).toEqual(shown);
    expect((await scene.ask('GET')).body).toEqual({ data: [shown], next_cursor: null });

    const values = {
      events: ['records.changed'],
      source_connection_ids: [scene.caller.connectionId],
      description: 'Orders',
      status: 'paused',
    };
    const changed = await scene.ask('PATCH', path, values);
    expect([changed.status, changed.body]).toEqual([200, { ...shown, ...values }]);
    const emptied = await scene.ask('PATCH', path, {
      events: null,
      source_connection_ids: null,
      description: null,
      url: 'http://127.0.0.1:9/',
    });
    expect(emptied.body).toEqual({ ...shown, status: 'paused', url: 'http://127.0.0.1:9/' });

    expect((await scene.ask('DELETE', path)).status).toBe(204);
    expect((await scene.ask('GET', path)).status).toBe(404);
    expect((await scene.ask('DELETE', path)).status).toBe(404);
  });

  it.each([
    ['an unknown event', { events: ['orders.changed'] }],
    ['no event', { events: [] }],
    ["a source that is not the tenant's", { source_connection_ids: ['01960000-0000-7000-8000-00000000dead'] }],
    ['a source that is no id', { source_connection_ids: ['shop'] }],
    ['plain http to a public host', { url: 'http://erp.example.com/hooks' }],
    ['a private address', { url: 'https://10.0.0.8/hooks' }],
    ['the address of a cloud’s metadata', { url: 'https://169.254.169.254/latest' }],
    ['a user name', { url: 'https://a:b@erp.example.com/' }],
    ['a fragment', { url: 'https://erp.example.com/#a' }],
    ['a scheme that is none of the web', { url: 'ftp://erp.example.com/' }],
    ['a blank in the query', { url: 'https://erp.example.com/?a= b' }],
    ['no address', { url: null }],
    ['an address beyond 2,048 characters', { url: `https://erp.example.com/${'a'.repeat(2_048)}` }],
  ])('422 for %s', async (_, values) => {
    const { status, body } = await scene.ask('POST', '', { url: 'https://erp.example.com/hooks', ...values });
    expect([status, body['type']]).toEqual([422, '/problems/validation-failed']);
  });

  it.each(['disabled', 'active', null])('422 for the status %s, which a caller cannot set', async (status) => {
    const { id } = await scene.endpoint();
    expect((await scene.ask('PATCH', `/${id}`, { status })).status).toBe(422);
    await scene.ask('DELETE', `/${id}`);
  });

  it('another connection’s is 404 on every route, and no list shows it; a plugin’s token is 403', async () => {
    const { id } = await scene.endpoint();
    const stranger = await initialise(scene.api);
    const routes: [string, string][] = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${id}/resend`],
    ];
    const shop = await Shop.start();
    const { widgetToken } = await register(scene.api, shop);
    for (const [method, rest] of routes) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect((await scene.ask(method, `/${id}${rest}`, body, stranger.token)).status).toBe(404);
      expect((await scene.ask(method, `/${id}${rest}`, body, widgetToken)).status).toBe(403);
    }
    expect((await scene.ask('GET', '', undefined, stranger.token)).body).toEqual({ data: [], next_cursor: null });
    await shop.stop();
    await scene.ask('DELETE', `/${id}`);
  });

  it('a connection has 20, however many are created at once: the next is 409', async () => {
    const caller = await initialise(scene.api);
    const create = () => scene.ask('POST', '', { url: scene.receiver.urlOf() }, caller.token);
    const statuses = (await Promise.all(Array.from({ length: 25 }, create))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    expect((await scene.ask<{ data: unknown[] }>('GET', '?limit=200', undefined, caller.token)).body.data).toHaveLength(20);
  });

  it('no secret is stored in plain text', async () => {
    const { secret } = await scene.endpoint();
    const stored = await scene.api.query('select * from webhook_endpoints');
    expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
  });
});
