import { initialise, register, startHandshake } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

const unknownId = '01960000-0000-7000-8000-00000000dead';

let api: ConnectionApiUnderTest;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
});
afterAll(() => api.stop());

it('403 on the routes of callers for the widget token of a connection that no tenant has claimed', async () => {
  const shop = await Shop.start();
  const { widgetToken } = await register(api, shop);
  for (const path of ['/api/system-connections', '/api/records/orders']) expect((await api.get(path, widgetToken)).status).toBe(403);
  expect((await api.connect({}, widgetToken)).status).toBe(403);
  await shop.stop();
});

describe('last_used_at', () => {
  const lastUsed = (token: string) =>
    api.value<Date | null>(`select last_used_at from access_tokens where token_hash = sha256(convert_to($1, 'utf8'))`, [token]);

  it('is updated by every successful request', async () => {
    const caller = await initialise(api);
    const { connectionId } = await startHandshake(api, caller.token);
    const longAgo = new Date('2020-01-01T00:00:00Z');
    for (let turn = 0; turn < 3; turn += 1) {
      await api.query('update access_tokens set last_used_at = $2 where system_connection_id = $1', [caller.connectionId, longAgo]);
      expect((await api.get(`/api/widget/connections/${connectionId}/status`, caller.token)).status).toBe(200);
      expect(Number(await lastUsed(caller.token))).toBeGreaterThan(Number(longAgo));
    }
  });

  it('stays unchanged when the status of the connection rejects the request', async () => {
    const caller = await initialise(api);
    await api.query(`update system_connections set status = 'inactive' where id = $1`, [caller.connectionId]);
    expect((await api.get('/api/system-connections', caller.token)).status).toBe(403);
    expect(await lastUsed(caller.token)).toBeNull();
  });

  it.each([
    ['404', 'GET', `/api/system-connections/${unknownId}`, undefined],
    ['422', 'GET', '/api/system-connections?limit=0', undefined],
    ['422', 'PATCH', '/api/widget/configuration', { configuration: { no: 'field' } }],
    ['409', 'DELETE', '/api/widget/connection', undefined],
    ['422', 'POST', '/api/system-connections/connect', { connection_token: 'x' }],
    ['400', 'POST', '/api/system-connections/connect', '{'],
  ])('stays unchanged by a request that ends with %s: %s %s', async (status, method, path, body) => {
    const caller = await initialise(api);
    expect((await api.ask(method, path, { token: caller.token, body })).status).toBe(Number(status));
    expect(await lastUsed(caller.token)).toBeNull();
  });
});
