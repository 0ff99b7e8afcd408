import { initialise, link } from '../testing/actors';
import { serviceAndShop, type ServiceAndShop } from '../testing/service-and-shop';

const at = '/api/access-tokens/current';

let api: ServiceAndShop['api'];
let shop: ServiceAndShop['shop'];
serviceAndShop((scene) => ({ api, shop } = scene));

const rotate = (token: string, body?: unknown) =>
  api.ask<{ token: string; expires_at: string | null }>('POST', `${at}/rotate`, { token, body });
const listed = async (token: string) => (await api.get('/api/system-connections', token)).status;

describe('an access token', () => {
  it('rotated: a new token with the same rights, and the old one ends at once', async () => {
    const { token, connectionId } = await initialise(api);
    const { status, body } = await rotate(token);
    expect([status, body]).toEqual([201, { token: expect.stringMatching(/^sca_[A-Za-z0-9_-]{43}$/), expires_at: null }]);
    expect([await listed(token), await listed(body.token)]).toEqual([401, 200]);
    expect(await api.query('select name from access_tokens where system_connection_id = $1', [connectionId])).toEqual([
      { name: 'direct-initialisation' },
    ]);
  });

  it('rotated with an overlap: both work until it ends, so that a lost response can be repeated', async () => {
    const { token, connectionId } = await initialise(api);
    const { body } = await rotate(token, { overlap_seconds: 600 });
    expect([await listed(token), await listed(body.token)]).toEqual([200, 200]);
    const left = await api.value<number>(
      'select extract(epoch from expires_at - now())::float8 from access_tokens where system_connection_id = $1 and expires_at is not null',
      [connectionId],
    );
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(600);
    await api.query('update access_tokens set expires_at = now() where system_connection_id = $1 and expires_at is not null', [
      connectionId,
    ]);
    expect([await listed(token), await listed(body.token)]).toEqual([401, 200]);
  });

  it('rotated by many at once: one gets the new token', async () => {
    const { token, connectionId } = await initialise(api);
    const responses = await Promise.all(Array.from({ length: 10 }, () => rotate(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(401)]);
    expect(await api.value('select count(*)::int from access_tokens where system_connection_id = $1', [connectionId])).toBe(1);
  });

  it('revoked: unknown at once, while the connection and its other tokens stay', async () => {
    const owner = await initialise(api);
    const { id, widgetToken } = await link(api, owner, shop);
    expect(await api.ask('DELETE', at, { token: widgetToken })).toMatchObject({ status: 204, text: '' });
    expect((await api.get(`/api/widget/connections/${id}/status`, widgetToken)).status).toBe(401);
    expect((await api.get(`/api/widget/connections/${id}/status`, owner.token)).body).toMatchObject({ status: 'active' });
  });

  it.each(['active', 'pending', 'error', 'disconnected', 'inactive'])(
    'can be rotated and revoked while its connection is %s',
    async (status) => {
      const { token, connectionId } = await initialise(api);
      await api.query(
        `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
        [connectionId, status],
      );
      const { body } = await rotate(token);
      expect((await api.ask('DELETE', at, { token: body.token })).status).toBe(204);
      expect((await rotate(body.token)).status).toBe(401);
    },
  );

  it.each([-1, 86_401, 1.5, '60', null])('an overlap of %p is 422, and the token stays', async (overlap_seconds) => {
    const { token } = await initialise(api);
    expect((await rotate(token, { overlap_seconds })).body).toMatchObject({ status: 422, errors: [{ pointer: '/overlap_seconds' }] });
    expect(await listed(token)).toBe(200);
  });
});
