import { readFileSync } from 'node:fs';
import type { ConnectionSync } from './connection-sync';
import { json, lines, ScriptedService } from './testing/scripted-service';

interface Description {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
}

const { paths } = JSON.parse(readFileSync('apps/connection-api/openapi.json', 'utf8')) as Description;

/** Shops and the pages of their plugins call them, callers do not. */
const ofShops = ['receiveWebhook', 'registerFromPage'];

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    queries: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  })),
);

/** One call of each method. */
const calls: Record<string, (client: ConnectionSync) => Promise<unknown>[]> = {
  'accessTokens.delete': ({ accessTokens }) => [accessTokens.delete('id-1')],
  'accessTokens.deleteCurrent': ({ accessTokens }) => [accessTokens.deleteCurrent()],
  'accessTokens.list': ({ accessTokens }) => [accessTokens.list({ limit: 7 }).page()],
  'accessTokens.rotateCurrent': ({ accessTokens }) => [accessTokens.rotateCurrent({ overlap_seconds: 60 })],
  'connections.configuration.get': ({ connections }) => [connections.configuration.get('id-1')],
  'connections.configuration.update': ({ connections }) => [connections.configuration.update('id-1', { configuration: {} })],
  'connections.connect': ({ connections }) => [connections.connect()],
  'connections.credentials.replace': ({ connections }) => [connections.credentials.replace('id-1', { credentials: {} })],
  'connections.delete': ({ connections }) => [connections.delete('id-1')],
  'connections.disconnect': ({ connections }) => [connections.disconnect('id-1')],
  'connections.get': ({ connections }) => [connections.get('id-1')],
  'connections.list': ({ connections }) => [connections.list({ system: 'commerce_a', status: 'active', limit: 7 }).page()],
  'connections.reconnect': ({ connections }) => [connections.reconnect('id-1')],
  'connections.register': ({ connections }) => [
    connections.register({ system_slug: 'a', base_url: 'https://shop.example', credentials: {} }),
  ],
  'connections.syncs.confirmDeletions': ({ connections }) => [connections.syncs.confirmDeletions('id-1', 'id-2')],
  'connections.syncs.create': ({ connections }) => [connections.syncs.create('id-1', { capabilities: ['orders'] })],
  'connections.syncs.list': ({ connections }) => [connections.syncs.list('id-1', { limit: 7 }).page()],
  'connections.timeline.list': ({ connections }) => [connections.timeline.list('id-1', { limit: 7 }).page()],
  'connections.widgetTokens.create': ({ connections }) => [connections.widgetTokens.create('id-1')],
  'connections.widgetTokens.delete': ({ connections }) => [connections.widgetTokens.delete('id-1', 'id-2')],
  'connections.widgetTokens.list': ({ connections }) => [connections.widgetTokens.list('id-1', { limit: 7 }).page()],
  'notificationAddresses.get': ({ notificationAddresses }) => [notificationAddresses.get()],
  'notificationAddresses.replace': ({ notificationAddresses }) => [notificationAddresses.replace({ addresses: [] })],
  'privacy.erasures.create': ({ privacy }) => [privacy.erasures.create({ email: 'erika@example.com' })],
  'privacy.erasures.delete': ({ privacy }) => [privacy.erasures.delete('id-1')],
  'privacy.erasures.get': ({ privacy }) => [privacy.erasures.get('id-1')],
  'privacy.exports.create': ({ privacy }) => [privacy.exports.create({ email: 'erika@example.com' }).next()],
  'records.list': ({ records }) =>
    (['customers', 'orders', 'products'] as const).map((type) => records.list(type, { updated_since: '2026-01-05T12:00:00Z' }).page()),
  'webhookEndpoints.create': ({ webhookEndpoints }) => [webhookEndpoints.create({ url: 'https://caller.example/hook' })],
  'webhookEndpoints.delete': ({ webhookEndpoints }) => [webhookEndpoints.delete('id-1')],
  'webhookEndpoints.deliveries.list': ({ webhookEndpoints }) => [webhookEndpoints.deliveries.list('id-1', { status: 'failed' }).page()],
  'webhookEndpoints.deliveries.resend': ({ webhookEndpoints }) => [webhookEndpoints.deliveries.resend('id-1', 'id-2')],
  'webhookEndpoints.get': ({ webhookEndpoints }) => [webhookEndpoints.get('id-1')],
  'webhookEndpoints.list': ({ webhookEndpoints }) => [webhookEndpoints.list({ limit: 7 }).page()],
  'webhookEndpoints.rotateSecret': ({ webhookEndpoints }) => [webhookEndpoints.rotateSecret('id-1')],
  'webhookEndpoints.test': ({ webhookEndpoints }) => [webhookEndpoints.test('id-1')],
  'webhookEndpoints.update': ({ webhookEndpoints }) => [webhookEndpoints.update('id-1', { status: 'paused' })],
  'widget.configuration.get': ({ widget }) => [widget.configuration.get()],
  'widget.configuration.update': ({ widget }) => [widget.configuration.update({ configuration: {} })],
  'widget.connection.delete': ({ widget }) => [widget.connection.delete()],
  'widget.connection.disconnect': ({ widget }) => [widget.connection.disconnect()],
  'widget.connection.get': ({ widget }) => [widget.connection.get()],
  'widget.connection.move': ({ widget }) => [widget.connection.move({ base_url: 'https://shop.example', credentials: {} })],
  'widget.connection.reconnect': ({ widget }) => [widget.connection.reconnect()],
  'widget.connections.delete': ({ widget }) => [widget.connections.delete('id-1')],
  'widget.connections.disconnect': ({ widget }) => [widget.connections.disconnect('id-1')],
  'widget.connections.list': ({ widget }) => [widget.connections.list({ system: 'commerce_a' }).page()],
  'widget.connections.reconnect': ({ widget }) => [widget.connections.reconnect('id-1')],
  'widget.connections.status': ({ widget }) => [widget.connections.status('id-1')],
  'widget.connections.widgetTokens.create': ({ widget }) => [widget.connections.widgetTokens.create('id-1')],
};

let service: ScriptedService;
beforeAll(async () => (service = await ScriptedService.start()));
afterAll(() => service.stop());

/** The methods of a client by their names, such as `connections.list`. */
function methodsOf(value: object, name = ''): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(value) as object).filter((method) => method !== 'constructor');
  const parts = Object.entries(value).filter(([part]) => part !== 'transport');
  return [
    ...(name === '' ? [] : own.map((method) => `${name}.${method}`)),
    ...parts.flatMap(([part, inner]) => methodsOf(inner as object, name === '' ? part : `${name}.${part}`)),
  ];
}

/** The operations that a request may be. */
function operationsFor(method: string, { pathname }: URL): typeof operations {
  return operations.filter((one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, 'id-\\d')}$`).test(pathname));
}

describe('the client', () => {
  it('has no method but those that are called here, and the one that follows the feed', () => {
    const names = methodsOf(service.client([json({})])).sort();
    expect(names).toEqual([...Object.keys(calls), 'records.follow'].sort());
  });

  it('has exactly one method for every operation of the description', async () => {
    const called: string[] = [];
    for (const call of Object.values(calls)) {
      const client = service.client([lines({ data: [], next_cursor: null })]);
      await Promise.all(call(client));
      for (const { method, url } of service.seen) {
        const found = operationsFor(method, url);
        expect([method, url.pathname, found.length]).toEqual([method, url.pathname, 1]);
        called.push(found[0]!.id);
        expect(found[0]!.queries).toEqual(expect.arrayContaining([...url.searchParams.keys()]));
      }
    }
    expect(called.sort()).toEqual(
      operations
        .map(({ id }) => id)
        .filter((id) => !ofShops.includes(id))
        .sort(),
    );
  });

  it('puts ids into the path as they are, and refuses those that would lead elsewhere', async () => {
    const client = service.client([json({})]);
    await client.connections.get('a/b?c#d e');
    expect(service.seen[0]!.url.pathname).toBe('/api/system-connections/a%2Fb%3Fc%23d%20e');
    for (const id of ['', '.', '..', undefined as unknown as string])
      await expect(client.connections.delete(id)).rejects.toThrow(TypeError);
    expect(service.seen).toHaveLength(1);
  });
});
