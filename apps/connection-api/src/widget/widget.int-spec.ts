import { initialise, link, register, setStatus, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import { Shop } from '../testing/shop';

const path = '/api/widget/configuration';
const defaults = { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' };

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;

serviceAndShop(async (scene) => {
  ({ api, shop } = scene);
  owner = await initialise(api);
});

const save = (token: string, configuration: unknown) => api.ask('PATCH', path, { token, body: { configuration } });
const stored = (id: string) => api.value('select configuration from system_connections where id = $1', [id]);
const rulesQueued = (id: string) =>
  api.value<number>(`select count(*)::int from tasks where system_connection_id = $1 and name = 'derive-sync-rules'`, [id]);

describe('GET /api/widget/connections/{connection_id}/status', () => {
  const status = (id: string, token: string) => api.get(`/api/widget/connections/${id}/status`, token);

  it('returns id, status, name and system throughout a handshake', async () => {
    const { connectionId, connectionToken } = await startHandshake(api, owner.token);
    expect((await status(connectionId, owner.token)).body).toEqual({
      id: connectionId,
      status: 'pending',
      name: 'New connection',
      system: null,
      status_reason: null,
      last_synced_at: null,
      sync: null,
      last_attempt: null,
    });
    await api.register({ ...shop.registration, connection_token: connectionToken });
    expect((await status(connectionId, owner.token)).body).toMatchObject({
      id: connectionId,
      status: 'active',
      name: `Commerce A, ${new URL(shop.url).host}`,
      system: { slug: 'commerce_a', name: 'Commerce A' },
      last_attempt: null,
    });
  });

  it('the widget token of an unclaimed connection reaches only that connection', async () => {
    const { widgetToken } = await register(api, shop);
    const other = await Shop.start();
    await register(api, other);
    const idOf = (url: string) => api.value<string>('select id from system_connections where base_url = $1', [url]);
    expect((await status(await idOf(shop.url), widgetToken)).status).toBe(200);
    expect((await status(await idOf(other.url), widgetToken)).status).toBe(404);
    expect((await status(owner.connectionId, widgetToken)).status).toBe(404);
    await other.stop();
  });
});

describe('GET /api/widget/configuration', () => {
  it('returns the schema and the default values', async () => {
    const { widgetToken } = await register(api, shop);
    const { status, body } = await api.get<{ schema: { fields: { name: string }[] } }>(path, widgetToken);
    expect(status).toBe(200);
    expect(body).toEqual({ schema: { fields: expect.any(Array) as unknown[] }, configuration: defaults });
    expect(body.schema.fields.map(({ name }) => name)).toEqual(['direction', 'data_types', 'frequency']);
    for (const field of body.schema.fields) expect(Object.keys(field).sort()).toEqual(['label', 'name', 'options', 'required', 'type']);
  });

  it('schema is null, not an error, if there is nothing to configure', async () => {
    expect(await api.get(path, owner.token)).toMatchObject({ status: 200, body: { schema: null, configuration: {} } });
  });
});

describe('PATCH /api/widget/configuration', () => {
  it('replaces the submitted fields, keeps the others and returns the configuration', async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    expect(await save(widgetToken, { data_types: ['orders'] })).toMatchObject({
      status: 200,
      body: { configuration: { ...defaults, data_types: ['orders'] } },
    });
    expect((await save(widgetToken, { frequency: 'hourly' })).body).toEqual({
      configuration: { ...defaults, data_types: ['orders'], frequency: 'hourly' },
    });
    expect(await stored(id)).toEqual({ ...defaults, data_types: ['orders'], frequency: 'hourly' });
    expect((await save(widgetToken, {})).body).toEqual({ configuration: { ...defaults, data_types: ['orders'], frequency: 'hourly' } });
  });

  it('stores empty data_types, which differ from absent ones', async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    expect((await save(widgetToken, { data_types: [] })).status).toBe(200);
    expect(await stored(id)).toEqual({ ...defaults, data_types: [] });
  });

  it.each([
    [{ colour: 'red' }, '/configuration/colour'],
    [{ direction: 'sideways' }, '/configuration/direction'],
    [{ data_types: ['orders', 'orders'] }, '/configuration/data_types/1'],
    [{ frequency: 'hourly', 'a/b~c': 1 }, '/configuration/a~1b~0c'],
    [{ toString: 'x' }, '/configuration/toString'],
  ])('422 for %j, and nothing is stored', async (submitted, pointer) => {
    const { id, widgetToken } = await link(api, owner, shop);
    const queued = await rulesQueued(id);
    const { body } = await save(widgetToken, submitted);
    expect(body).toMatchObject({ status: 422, type: '/problems/validation-failed', errors: [{ pointer }] });
    expect(await stored(id)).toEqual(defaults);
    expect(await rulesQueued(id)).toBe(queued);
  });

  it('a connection without a schema accepts no fields', async () => {
    expect((await save(owner.token, { direction: 'both' })).status).toBe(422);
    expect((await save(owner.token, {})).body).toEqual({ configuration: {} });
  });

  it('a save of a pending connection records no task', async () => {
    const { widgetToken } = await register(api, shop);
    await save(widgetToken, { frequency: 'weekly' });
    expect(await rulesQueued(await api.value('select id from system_connections where base_url = $1', [shop.url]))).toBe(0);
  });

  it('concurrent saves lose no field', async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    await Promise.all([
      save(widgetToken, { frequency: 'weekly' }),
      save(widgetToken, { direction: 'both' }),
      save(widgetToken, { data_types: ['orders'] }),
    ]);
    expect(await stored(id)).toEqual({ direction: 'both', data_types: ['orders'], frequency: 'weekly' });
  });
});

describe('allowed connection statuses', () => {
  const routes = [
    ['status', (id: string, token: string) => api.get(`/api/widget/connections/${id}/status`, token)],
    ['configuration', (_: string, token: string) => api.get(path, token)],
    ['saving', (_: string, token: string) => save(token, {})],
  ] as const;

  it.each([
    ['active', 200, 200, 200],
    ['pending', 200, 200, 200],
    ['error', 200, 200, 200],
    ['disconnected', 200, 403, 403],
    ['inactive', 200, 403, 403],
    ['uninstalled', 403, 403, 403],
  ])('%s: status %i, read configuration %i, save %i', async (status, ...expected) => {
    const { id, widgetToken } = await link(api, owner, shop);
    await setStatus(api, id, status);
    const statuses = [];
    for (const [, route] of routes) statuses.push((await route(id, widgetToken)).status);
    expect(statuses).toEqual(expected);
  });
});
