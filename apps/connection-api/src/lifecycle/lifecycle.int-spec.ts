import { placedAt } from '@sync/test-harness';
import { link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { Shop } from '../testing/shop';
import { entitle } from '../testing/stored-customers';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;
let token: string;
const { disconnect, reconnect, uninstall, row, become, log, logged, derivations } = linkedConnection(
  (scene) => ({ api, shop, owner, id, token } = scene),
);

describe('POST /api/widget/connection/disconnect', () => {
  it.each(['active', 'error'])('%s: 200, disconnected, with disconnected_at and grace_deadline', async (status) => {
    await become(status);
    const response = await disconnect();
    expect(response).toMatchObject({ status: 200, body: { id, status: 'disconnected' } });
    const { disconnected_at, grace_deadline } = response.body;
    expect(Date.parse(grace_deadline!) - Date.parse(disconnected_at!)).toBe(30 * 86_400_000);
    expect(response.text).not.toContain('credentials');
    const actor = `widget:${id}`;
    expect(await logged()).toEqual([
      { from_status: status, to_status: 'disconnected', reason: 'disconnection', actor, tenant_id: owner.tenantId },
    ]);
  });

  it('cancels queued and running syncs', async () => {
    await api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id)
       select gen_random_uuid(), $1, capability, 'full', status, ${placedAt('$1')}
       from (values ('customers', 'succeeded'), ('products', 'queued'), ('orders', 'running')) as run (capability, status)`,
      [id],
    );
    await disconnect();
    expect(
      await api.query('select capability, status, error from sync_runs where system_connection_id = $1 order by capability', [id]),
    ).toEqual([
      { capability: 'customers', status: 'succeeded', error: null },
      { capability: 'orders', status: 'cancelled', error: 'The connection is no longer active.' },
      { capability: 'products', status: 'cancelled', error: 'The connection is no longer active.' },
    ]);
  });

  it('pending: an unclaimed connection can be disconnected but not reconnected', async () => {
    const { widgetToken } = await register(api, shop);
    const { body: ended } = await disconnect(widgetToken);
    expect(ended).toMatchObject({ status: 'disconnected', tenant_id: null, disconnected_at: expect.any(String) });
    const detail = 'No company has claimed this connection. Register the shop again.';
    expect((await reconnect(widgetToken)).body).toMatchObject({ type: '/problems/validation-failed', status: 422, detail });
  });
});

describe('DELETE /api/widget/connection', () => {
  it('204, and connection, tokens, rules, records and pending tasks are deleted', async () => {
    await entitle(api, id, owner);
    expect(await uninstall()).toMatchObject({ status: 204, text: '' });
    expect(await row()).toBeUndefined();
    expect(await api.query('select from sync_rules where tenant_id = $1', [owner.tenantId])).toEqual([]);
    expect(await derivations()).toEqual([]);
    const actor = `widget:${id}`;
    expect(await logged()).toMatchObject([{ from_status: 'active', to_status: 'uninstalled', reason: 'uninstallation', actor }]);
    expect((await api.get(`/api/system-connections/${id}`, owner.token)).status).toBe(404);
    expect((await api.get('/api/system-connections', owner.token)).body).toMatchObject({ data: [{ id: owner.connectionId }] });
  });

  it('a connection that a newer one replaced keeps its token, reads its status and can be removed', async () => {
    await link(api, owner, shop);
    expect((await api.get(`/api/widget/connections/${id}/status`, token)).body).toMatchObject({ id, status: 'inactive' });
    expect((await uninstall()).status).toBe(204);
    expect(await row()).toBeUndefined();
  });

  it('revokes the token at once: 401 as for an unknown one', async () => {
    await uninstall();
    const unknown = `sca_${'A'.repeat(43)}`;
    for (const ask of [disconnect, reconnect, uninstall, (bearer: string) => api.get('/api/widget/configuration', bearer)]) {
      const [gone, never] = [await ask(token), await ask(unknown)];
      expect([gone.status, gone.text, gone.headers.get('www-authenticate')]).toEqual([
        401,
        never.text,
        never.headers.get('www-authenticate'),
      ]);
    }
  });

  it('uninstalls, saves, syncs and disconnects, 20 at once: deleted once, never a 5xx', async () => {
    await entitle(api, id, owner, { domains: ['orders'] });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => [
        uninstall(),
        api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency: 'hourly' } } }),
        api.get('/api/widget/configuration', token),
        api.ask('POST', `/api/system-connections/${id}/syncs`, { token: owner.token, body: {} }),
        disconnect(),
      ]).flat(),
    );
    expect(responses.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect((await logged()).filter(({ to_status }) => to_status === 'uninstalled')).toHaveLength(1);
    expect(await row()).toBeUndefined();
  });
});

describe('every transition is logged once, with its actor', () => {
  const transitions = async (of: string) => (await log(of)).map(({ to_status, reason, actor }) => [to_status, reason, actor]);

  it('direct initialisation', async () => {
    expect(await transitions(owner.connectionId)).toEqual([['active', 'direct initialisation', `caller:${owner.connectionId}`]]);
  });

  it('two registrations, then finalisation by a caller', async () => {
    const other = await Shop.start();
    await register(api, other);
    const linked = await link(api, owner, other);
    expect(await transitions(linked.id)).toEqual([
      ['pending', 'plugin registration', 'plugin'],
      ['pending', 'plugin registration', 'plugin'],
      ['active', 'caller finalisation', `caller:${owner.connectionId}`],
    ]);
    expect((await log(linked.id)).map(({ tenant_id }) => tenant_id)).toEqual([null, null, owner.tenantId]);
    await other.stop();
  });

  it.each(['active', 'error', 'disconnected', 'inactive'])(
    'a new handshake retires an older connection that is %s and clears disconnected_at',
    async (status) => {
      await become(status);
      const { id: newer } = await link(api, owner, shop);
      expect(await row()).toMatchObject({ status: 'inactive', disconnected_at: null });
      expect(await row(newer)).toMatchObject({ status: 'active', disconnected_at: null });
      const move = { from_status: status, to_status: 'inactive', actor: `caller:${owner.connectionId}` };
      expect(await logged()).toMatchObject(status === 'inactive' ? [] : [move]);
    },
  );

  it('finalisation by a plugin, which retires the older connection and cancels its syncs', async () => {
    await api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id) values (gen_random_uuid(), $1, 'orders', 'full', 'running', ${placedAt('$1')})`,
      [id],
    );
    const { connectionId, connectionToken } = await startHandshake(api, owner.token);
    expect((await api.register({ ...shop.registration, connection_token: connectionToken })).status).toBe(200);
    expect(await transitions(connectionId)).toEqual([
      ['pending', 'tenant initiation', `caller:${owner.connectionId}`],
      ['active', 'plugin finalisation', 'plugin'],
    ]);
    expect((await transitions(id)).at(-1)).toEqual(['inactive', 'retired by reconnect', 'plugin']);
    expect(await api.query('select status from sync_runs where system_connection_id = $1', [id])).toEqual([{ status: 'cancelled' }]);
  });
});

describe('allowed connection statuses', () => {
  it.each([
    ['active', 200, 403, 204],
    ['pending', 200, 403, 204],
    ['error', 200, 200, 204],
    ['disconnected', 403, 200, 204],
    ['inactive', 403, 403, 204],
    ['uninstalled', 403, 403, 403],
  ])('%s: disconnect %i, reconnect %i, uninstall %i', async (status, ...expected) => {
    const statuses: number[] = [];
    for (const ask of [disconnect, reconnect, uninstall]) {
      await become(status);
      statuses.push((await ask()).status);
    }
    expect(statuses).toEqual(expected);
  });

  it('caller routes: 403 unless active, 401 when deleted', async () => {
    const set = (changes: string) => api.query(`update system_connections set ${changes} where id = $1`, [owner.connectionId]);
    const statuses = async () => [
      (await api.get('/api/system-connections', owner.token)).status,
      (await api.connect({}, owner.token)).status,
    ];
    for (const status of ['pending', 'error', 'inactive']) {
      await set(`status = '${status}'`);
      expect([status, await statuses()]).toEqual([status, [403, 403]]);
    }
    await set(`status = 'active', deleted_at = now()`);
    expect(await statuses()).toEqual([401, 401]);
  });
});
