import { until } from '@sync/test-harness';
import { link, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import type { Shop } from '../testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let [id, token] = ['', ''];
const { disconnect, reconnect, uninstall, row, become, logged, derivations } = linkedConnection(
  (scene) => ({ api, shop, owner, id, token } = scene),
);

describe('POST /api/widget/connection/reconnect', () => {
  it.each(['disconnected', 'error'])(
    '%s: verifies the stored credentials with the shop and activates; sets last_connected_at, clears disconnected_at, and a sync follows',
    async (status) => {
      await become(status);
      const longAgo = '2020-01-01T00:00:00.000Z';
      await api.query('update system_connections set last_connected_at = $2 where id = $1', [id, longAgo]);
      const checksBefore = shop.checks.length;
      const response = await reconnect();
      expect(response).toMatchObject({ status: 200, body: { id, status: 'active', disconnected_at: null, grace_deadline: null } });
      expect(Date.parse(response.body.last_connected_at!)).toBeGreaterThan(Date.parse(longAgo));
      expect(shop.checks.slice(checksBefore)).toEqual([{ connection_token: shop.secret, connection_id: id }]);
      expect(await logged()).toMatchObject([{ from_status: status, to_status: 'active', reason: 'reconnection', actor: `widget:${id}` }]);
      // One of the handshake.
      expect(await derivations()).toEqual(Array(2).fill({ payload: { tenantId: owner.tenantId, thenSync: id } }));
    },
  );

  it.each([
    ['those whom its company named hear of it half a minute later', `{a@company.example}`, 1],
    ['no mail follows where the company named no one', `{}`, 0],
  ])('%s', async (_, addresses, count) => {
    await api.query(`insert into notification_addresses (tenant_id, place, address) select $1, 1, unnest($2::text[])`, [
      owner.tenantId,
      addresses,
    ]);
    await become('error');
    await reconnect();
    const told = `select extract(epoch from not_before - created_at)::int as after from tasks where name = 'tell-of-link' and payload = $1`;
    expect(await api.query(told, [{ systemConnectionId: id }])).toEqual(Array(count).fill({ after: 30 }));
  });

  it('lets the schedule look at its syncs at once, as linking the shop did and a change of its configuration does', async () => {
    const due = () => api.query('select from scheduled_syncs where system_connection_id = $1 and due_at <= now()', [id]);
    const later = () => api.query(`update scheduled_syncs set due_at = now() + interval '1 day'`);
    expect(await due()).toHaveLength(3);
    await later();
    await become('disconnected');
    expect(await due()).toEqual([]);
    await reconnect();
    expect(await due()).toHaveLength(3);
    await later();
    await api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency: 'hourly' } } });
    expect(await due()).toHaveLength(3);
  });

  it.each([
    ['within the grace period', `30 days' - interval '1 minute`, 200],
    ['after the grace period', `30 days 1 minute`, 403],
  ])('%s', async (_, since, expected) => {
    await api.query(
      `update system_connections set status = 'disconnected', disconnected_at = now() - (interval '${since}') where id = $1`,
      [id],
    );
    const before = await row();
    const response = await reconnect();
    expect(response.status).toBe(expected);
    if (expected === 200) return;
    expect(response.body).toMatchObject({
      type: '/problems/forbidden',
      detail: expect.stringMatching(/^This connection could be reconnected until \d{4}-.+Z\.$/),
    });
    expect(await row()).toEqual(before);
    expect(shop.checks).toHaveLength(2);
  });

  it.each([
    ['rejects the credentials', () => (shop.status = 401)],
    ['fails', () => (shop.status = 500)],
    ['is unreachable', () => shop.stop()],
  ])('a shop that %s: the fixed 422, and nothing changes', async (_, fail) => {
    await become('disconnected');
    await fail();
    const before = await row();
    expect((await reconnect()).body).toEqual({
      type: '/problems/verification-failed',
      title: 'The credentials could not be verified',
      status: 422,
      detail: 'The credentials could not be verified.',
      instance: '/api/widget/connection/reconnect',
    });
    expect([await row(), await logged(), (await derivations()).length]).toEqual([before, [], 1]);
  });

  const linkAgain = () => {
    shop.beforeResponse = () => Promise.resolve();
    return link(api, owner, shop);
  };
  const change = (set: string) => api.query(`update system_connections set ${set} where id = $1`, [id]);

  it.each<[what: string, from: string, meanwhile: () => Promise<unknown>, response: number, status: string | undefined]>([
    ['a disconnect wins', 'error', () => disconnect(), 409, 'disconnected'],
    ['the stored credentials, which are not those verified, are left', 'error', () => change(`credentials = 'v1.other'`), 409, 'error'],
    ['a rotation of the keys changes nothing', 'error', () => api.rotateKeys(), 200, 'active'],
    ['retirement by a new handshake wins', 'disconnected', linkAgain, 409, 'inactive'],
    ['an uninstall wins', 'error', () => uninstall(), 401, undefined],
    ['the end of the grace period wins', 'disconnected', () => change(`disconnected_at = now() - interval '31 days'`), 403, 'disconnected'],
  ])('during verification %s (%s)', async (_, from, meanwhile, response, status) => {
    await become(from);
    shop.beforeResponse = meanwhile;
    expect((await reconnect()).status).toBe(response);
    expect((await row())?.['status']).toBe(status);
  });

  it('422 for unreadable or missing credentials', async () => {
    await become('error');
    for (const credentials of ['v1.test.a.b.c', null]) {
      await api.query('update system_connections set credentials = $2 where id = $1', [id, credentials]);
      expect((await reconnect()).status).toBe(422);
    }
    expect((await row())!['status']).toBe('error');
  });

  it('422 when the shop now belongs to another account, and nothing changes', async () => {
    await become('disconnected');
    await api.query(`update system_connections set external_user_id = 'another account' where id = $1`, [id]);
    const before = await row();
    expect((await reconnect()).body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
    expect(await row()).toEqual(before);
  });

  it('takes external_user_id from the verification if none is stored', async () => {
    await become('disconnected');
    await api.query('update system_connections set external_user_id = null where id = $1', [id]);
    expect((await reconnect()).status).toBe(200);
    expect((await row())!['external_user_id']).toBe(shop.url);
  });

  it('concurrent requests make one transition, and all of them get the active connection', async () => {
    await become('disconnected');
    let checks = 0;
    shop.beforeResponse = async () => {
      checks += 1;
      await until(() => checks === 4);
    };
    const responses = await Promise.all(Array.from({ length: 4 }, () => reconnect()));
    expect(responses.map(({ status, body }) => [status, body.status])).toEqual(Array(4).fill([200, 'active']));
    expect(checks).toBe(4);
    expect(await logged()).toHaveLength(1);
    expect(await derivations()).toHaveLength(2);
  });
});
