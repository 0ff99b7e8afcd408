import { initialise, link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import { Shop } from '../testing/shop';

const path = '/api/widget/configuration';
const defaults = { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' };
const unknownId = '01960000-0000-7000-8000-00000000dead';

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

  it("reaches connections of the token's tenant; the same 404 for any other", async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    const stranger = await initialise(api);
    expect((await status(owner.connectionId, widgetToken)).status).toBe(200);
    expect((await status(id, widgetToken)).status).toBe(200);
    const [foreign, unknown] = [await status(id, stranger.token), await status(unknownId, stranger.token)];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text.replace(id, '')).toBe(unknown.text.replace(unknownId, ''));
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

  it.each(['undefined', 'null', 'x', '%2e%2e', '1'])('404 for %s', async (id) => {
    expect((await status(id, owner.token)).status).toBe(404);
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
    [{ direction: ['outgoing'] }, '/configuration/direction'],
    [{ direction: null }, '/configuration/direction'],
    [{ direction: '' }, '/configuration/direction'],
    [{ direction: 5 }, '/configuration/direction'],
    [{ data_types: 'orders' }, '/configuration/data_types'],
    [{ data_types: ['orders', 'orders'] }, '/configuration/data_types/1'],
    [{ data_types: ['invoices'] }, '/configuration/data_types/0'],
    [{ data_types: [null] }, '/configuration/data_types/0'],
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

  it.each([undefined, null, 'x', 5, [], true])('422 for configuration %p', async (configuration) => {
    const { widgetToken } = await register(api, shop);
    expect((await save(widgetToken, configuration)).body).toMatchObject({ status: 422, errors: [{ pointer: '/configuration' }] });
  });

  it('a connection without a schema accepts no fields', async () => {
    expect((await save(owner.token, { direction: 'both' })).status).toBe(422);
    expect((await save(owner.token, {})).body).toEqual({ configuration: {} });
  });

  it('every save of an active connection records a task that rederives its sync rules, in place of one that still waits', async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    await save(widgetToken, { frequency: 'weekly' });
    await save(widgetToken, { frequency: 'weekly' });
    expect(await rulesQueued(id)).toBe(2);
    await api.query(`update tasks set state = 'done' where system_connection_id = $1`, [id]);
    await save(widgetToken, { frequency: 'weekly' });
    expect(await rulesQueued(id)).toBe(3);
    const last = `select payload from tasks where system_connection_id = $1 order by id desc limit 1`;
    expect(await api.value(last, [id])).toEqual({ tenantId: owner.tenantId, thenSync: null });
  });

  it('the response neither waits for that task nor fails with it', async () => {
    const { id, widgetToken } = await link(api, owner, shop);
    await api.query('alter table sync_rules add constraint refuses_all check (false) not valid');
    expect((await save(widgetToken, { frequency: 'weekly' })).status).toBe(200);
    await api.query('alter table sync_rules drop constraint refuses_all');
    const states = `select state from tasks where system_connection_id = $1 and name = 'derive-sync-rules'`;
    expect(await api.query(states, [id])).toEqual([{ state: 'pending' }, { state: 'pending' }]);
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
    await api.query(
      `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
      [id, status],
    );
    const statuses = [];
    for (const [, route] of routes) statuses.push((await route(id, widgetToken)).status);
    expect(statuses).toEqual(expected);
  });
});
