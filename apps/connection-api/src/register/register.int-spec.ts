import { CredentialsCipher } from '@sync/credentials';
import { initialise, link, register, startHandshake } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const fixedProblem = {
  type: '/problems/verification-failed',
  status: 422,
  detail: 'The credentials could not be verified.',
  instance: '/api/system-connections/register',
};

let api: ConnectionApiUnderTest;
let shop: Shop;
serviceAndShop((scene) => ({ api, shop } = scene));

const connectionsOf = (baseUrl: string) => api.query('select * from system_connections where base_url = $1 order by id', [baseUrl]);
const rows = () =>
  api.query(`select (select count(*) from system_connections) c, (select count(*) from connection_tokens) t, (select count(*) from access_tokens) a,
    (select count(*) from tasks) w`);

describe('register A: a plugin starts a handshake', () => {
  it('responds with 201, connection_id, connection_token, expires_at and widget_token; the connectivity check names that id', async () => {
    const { status, body } = await api.register(shop.registration);
    expect(status).toBe(201);
    expect(shop.checks).toEqual([expect.objectContaining({ connection_id: body['connection_id'] })]);
    expect(body).toEqual({
      connection_id: expect.stringMatching(uuid) as string,
      connection_token: expect.stringMatching(/^scc_[A-Za-z0-9_-]{43}$/) as string,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      widget_token: expect.stringMatching(/^sca_[A-Za-z0-9_-]{43}$/) as string,
    });
  });

  it('creates a pending connection without a tenant, with the default configuration, and encrypts the credentials', async () => {
    await register(api, shop);
    const [connection] = await connectionsOf(shop.url);
    expect(connection).toMatchObject({
      id: expect.stringMatching(uuid) as string,
      status: 'pending',
      tenant_id: null,
      credentials: expect.stringMatching(/^v1\.test\./) as string,
      name: `Commerce A, ${new URL(shop.url).host}`,
      // Rule 5: before it is first stored.
      configuration: { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' },
    });
    expect(connection?.credentials).not.toContain(shop.secret);
    const opened = api.app.get(CredentialsCipher, { strict: false }).open(connection?.id as string, connection?.credentials as string);
    expect(opened.reveal()).toEqual(shop.credentials);
  });

  it('registering again reuses the connection, keeps a saved configuration, and replaces both tokens', async () => {
    const first = await register(api, shop);
    const [before] = await connectionsOf(shop.url);
    const body = { configuration: { frequency: 'weekly' } };
    expect((await api.ask('PATCH', '/api/widget/configuration', { token: first.widgetToken, body })).status).toBe(200);
    const second = await register(api, shop);
    expect(await connectionsOf(shop.url)).toMatchObject([
      { id: before?.id, status: 'pending', tenant_id: null, configuration: { frequency: 'weekly' } },
    ]);
    expect(shop.checks).toEqual(Array(2).fill({ connection_token: shop.secret, connection_id: before?.id }));
    expect(second.connectionToken).not.toBe(first.connectionToken);
    const tokens = await api.query('select used_at is null as valid from connection_tokens where system_connection_id = $1 order by id', [
      before?.id,
    ]);
    expect(tokens).toEqual([{ valid: false }, { valid: true }]);
    const status = async (token: string) => (await api.get('/api/widget/configuration', token)).status;
    expect([await status(first.widgetToken), await status(second.widgetToken)]).toEqual([401, 200]);
    expect(await api.value('select count(*)::int from access_tokens where system_connection_id = $1', [before?.id])).toBe(1);
  });

  it('normalises base_url before comparing and storing it', async () => {
    await register(api, shop);
    const { port } = new URL(shop.url);
    for (const spelling of [`HTTP://127.0.0.1:${port}/`, `http://127.0.0.1:${port}//`, `http://127.1:${port}`]) {
      expect((await api.register({ ...shop.registration, base_url: spelling })).status).toBe(201);
    }
    expect(await connectionsOf(shop.url)).toHaveLength(1);
  });

  it('finalising another spelling of a shop retires the older connection', async () => {
    const owner = await initialise(api);
    const older = await link(api, owner, shop);
    const { connectionToken, connectionId } = await startHandshake(api, owner.token);
    const deeper = { ...shop.registration, base_url: `${shop.url}/wp-json/wc/v3`, connection_token: connectionToken };
    expect((await api.register(deeper)).status).toBe(200);
    expect(await api.query('select id, status, base_url from system_connections where store_base = $1 order by id', [shop.url])).toEqual([
      { id: older.id, status: 'inactive', base_url: shop.url },
      { id: connectionId, status: 'active', base_url: deeper.base_url },
    ]);
  });

  it.each([401, 500, 302, 404, 201])('shop responds with %s: the fixed 422, and nothing is stored', async (status) => {
    shop.status = status;
    const before = await rows();
    const response = await api.register(shop.registration);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toMatchObject(fixedProblem);
    expect(await rows()).toEqual(before);
  });

  it.each([
    'http://10.0.0.1',
    'https://user:password@shop.example',
    'https://shop.example/?a=1',
    'shop.example',
    '',
    `https://shop.example/${'a'.repeat(2048)}`,
  ])('a forbidden base_url gets the same fixed 422: %s', async (base_url) => {
    const before = await rows();
    const response = await api.register({ ...shop.registration, base_url });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject(fixedProblem);
    expect(await rows()).toEqual(before);
  });

  it.each(['unknown', '', 'COMMERCE_A', 'mailing_platform', undefined])(
    '422 for system_slug %p, which no plugin can register',
    async (system_slug) => {
      const response = await api.register({ ...shop.registration, system_slug });
      expect(response.body).toMatchObject({ status: 422, type: '/problems/validation-failed', errors: [{ pointer: '/system_slug' }] });
      expect(shop.checks).toEqual([]);
    },
  );

  it.each(['base_url', 'credentials'])('422 for a missing %s', async (member) => {
    const { body } = await api.register({ ...shop.registration, [member]: undefined });
    expect(body).toMatchObject({ status: 422, type: '/problems/validation-failed', errors: [{ pointer: `/${member}` }] });
  });

  it('the fixed 422 for a system without an integration', async () => {
    await api.value(
      `insert into systems (id, slug, name, driver, capabilities, is_direct) values ($1, 'elsewhere', 'Elsewhere', 'user-platform', '{orders}', false) returning id`,
      ['01960000-0000-7000-8000-0000000000ff'],
    );
    expect((await api.register({ ...shop.registration, system_slug: 'elsewhere' })).body).toMatchObject(fixedProblem);
    expect(shop.checks).toEqual([]);
  });

  it('credentials must be an object of at most 16 KiB', async () => {
    const credentials = (bytes: number) => {
      const rest = Buffer.byteLength(JSON.stringify({ ...shop.credentials, note: '' }));
      return { ...shop.credentials, note: 'x'.repeat(bytes - rest) };
    };
    expect((await api.register({ ...shop.registration, credentials: credentials(16_384) })).status).toBe(201);
    expect((await api.register({ ...shop.registration, credentials: credentials(16_385) })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/credentials' }],
    });
    expect((await api.register({ ...shop.registration, credentials: 'text' })).status).toBe(422);
  });
});
