import { link, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { Shop } from '../testing/shop';

interface Issued {
  id: string;
  widget_token: string;
  expires_at: string | null;
}

let api: ConnectionApiUnderTest;
let owner: EmbeddingSystem;
let id: string;
let pluginToken: string;
linkedConnection((scene) => ({ api, owner, id, token: pluginToken } = scene));

const at = (of = id) => `/api/system-connections/${of}/widget-tokens`;
const issue = async (body?: unknown, of = id) => (await api.ask<Issued>('POST', at(of), { token: owner.token, body })).body;
const list = async () => (await api.get<{ data: { id: string }[] }>(at(), owner.token)).body.data;
const configuration = (token: string) => api.get('/api/widget/configuration', token);

describe('widget tokens that a caller issues', () => {
  it('show the configuration and the status of that shop, and nothing else', async () => {
    const response = await api.ask<Issued>('POST', at(), { token: owner.token });
    expect(response).toMatchObject({ status: 201, body: { expires_at: null, last_used_at: null } });
    const { widget_token: token } = response.body;
    expect(token).toMatch(/^sca_[A-Za-z0-9_-]{43}$/);
    expect((await configuration(token)).body).toMatchObject({ configuration: { frequency: 'daily' } });
    const body = { configuration: { frequency: 'weekly' } };
    expect((await api.ask('PATCH', '/api/widget/configuration', { token, body })).status).toBe(200);
    expect((await api.get(`/api/widget/connections/${id}/status`, token)).status).toBe(200);
    expect((await api.ask('DELETE', '/api/widget/connection', { token })).status).toBe(403);
    expect(
      await api.value('select token_hash = sha256(convert_to($1, $2)) from access_tokens where id = $3', [token, 'utf8', response.body.id]),
    ).toBe(true);
  });

  it('are listed without their plaintext, newest first, and the plugin token is not among them', async () => {
    const issued = [await issue(), await issue({ expires_at: '2999-01-01T00:00:00Z' })];
    await configuration(issued[0]!.widget_token);
    const response = await api.get(at(), owner.token);
    expect(response.body).toEqual({
      data: [
        { id: issued[1]!.id, created_at: expect.any(String), last_used_at: null, expires_at: '2999-01-01T00:00:00.000Z' },
        { id: issued[0]!.id, created_at: expect.any(String), last_used_at: expect.any(String), expires_at: null },
      ],
      next_cursor: null,
    });
    for (const { widget_token } of issued) expect(response.text).not.toContain(widget_token);
  });

  it('409 once the connection has 20 tokens, the plugin token among them; concurrent requests and expired tokens change nothing', async () => {
    await issue({ expires_at: '2999-01-01T00:00:00Z' });
    await api.query(`update access_tokens set expires_at = now() where system_connection_id = $1 and expires_at is not null`, [id]);
    const responses = await Promise.all(Array.from({ length: 25 }, () => api.ask<Issued>('POST', at(), { token: owner.token })));
    const issued = responses.filter(({ status }) => status === 201).map(({ body }) => body.id);
    const refused = responses.filter(({ status }) => status !== 201);
    const detail = 'The connection has 20 access tokens, the maximum. Revoke one, or wait until one ends.';
    for (const { body } of refused) expect(body).toMatchObject({ status: 409, type: '/problems/conflict', detail });
    expect(issued.length).toBeGreaterThan(0);
    expect(await api.value('select count(*)::int from access_tokens where system_connection_id = $1', [id])).toBe(20);
    for (const token of issued) await api.ask('DELETE', `${at()}/${token}`, { token: owner.token });
    expect((await api.ask('POST', at(), { token: owner.token })).status).toBe(201);
  });

  it('end at once when they are revoked; the others and the plugin token stay', async () => {
    const [revoked, kept] = [await issue(), await issue()];
    expect((await api.ask('DELETE', `${at()}/${revoked.id}`, { token: owner.token })).status).toBe(204);
    expect([
      await configuration(revoked.widget_token),
      await configuration(kept.widget_token),
      await configuration(pluginToken),
    ]).toMatchObject([{ status: 401 }, { status: 200 }, { status: 200 }]);
    expect(await list()).toMatchObject([{ id: kept.id }]);
    expect((await api.ask('DELETE', `${at()}/${revoked.id}`, { token: owner.token })).status).toBe(404);
  });

  it('of another shop, the token of the plugin, and what is no id cannot be revoked: 404', async () => {
    const other = await Shop.start();
    const issued = await issue(undefined, (await link(api, owner, other)).id);
    const plugin = await api.value<string>(`select id from access_tokens where system_connection_id = $1 and name = 'plugin-widget'`, [id]);
    for (const tokenId of [issued.id, plugin, 'nonsense'])
      expect((await api.ask('DELETE', `${at()}/${tokenId}`, { token: owner.token })).status).toBe(404);
    expect([await configuration(issued.widget_token), await configuration(pluginToken)]).toMatchObject([{ status: 200 }, { status: 200 }]);
    await other.stop();
  });

  it('expire when they should, leave the list, and are deleted with the next one', async () => {
    const expiring = await issue({ expires_at: '2999-01-01T00:00:00Z' });
    await api.query('update access_tokens set expires_at = now() where id = $1', [expiring.id]);
    expect((await configuration(expiring.widget_token)).status).toBe(401);
    expect(await list()).toEqual([]);
    await issue();
    expect(await api.query('select from access_tokens where id = $1', [expiring.id])).toEqual([]);
  });

  it.each(['2020-01-01T00:00:00Z', '2999-01-01', 'tomorrow', 5])('an expiry of %p is 422', async (expires_at) => {
    expect((await api.ask('POST', at(), { token: owner.token, body: { expires_at } })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/expires_at' }],
    });
  });
});
