import { v7 as uuidv7 } from 'uuid';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { issuePreviewToken } from '../testing/preview-token';

let api: ConnectionApiUnderTest;
let id: string;
let tenantId: string;
let pluginToken: string;
linkedConnection((scene) => {
  ({ api, id, token: pluginToken } = scene);
  tenantId = scene.owner.tenantId;
});

const save = (token: string, frequency = 'weekly') =>
  api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency } } });
const audited = () => api.query('select actor, address, action, tenant_id, before, after from audit_log where object_id = $1', [id]);

describe('a save through a preview token', () => {
  it('is recorded as a change of the administrator who issued it, with the address of the client; other tokens and refused saves leave no entry', async () => {
    const { id: preview_token_id, createdBy, token } = await issuePreviewToken(api, id);
    expect([await save(pluginToken, 'hourly'), await save(token, 'never'), await save(token)].map(({ status }) => status)).toEqual([
      200, 422, 200,
    ]);
    expect(await audited()).toMatchObject([
      {
        actor: `administrator:${createdBy}`,
        address: '127.0.0.1',
        action: 'connection.configure',
        tenant_id: tenantId,
        before: { configuration: { frequency: 'hourly' } },
        after: { configuration: { frequency: 'weekly' }, preview_token_id },
      },
    ]);
  });

  it('is 401 once the token has expired', async () => {
    const { token } = await issuePreviewToken(api, id, new Date(Date.now() - 1));
    expect((await save(token)).status).toBe(401);
    expect(await audited()).toEqual([]);
  });

  it.each([
    ['was ended', 'delete from user_sessions where id = $1'],
    ['has expired', 'update user_sessions set expires_at = now() where id = $1'],
    ['was idle for too long', `update user_sessions set last_used_at = now() - interval '31 minutes' where id = $1`],
    ['belonged to a user who was deleted', 'delete from users where id = (select user_id from user_sessions where id = $1)'],
  ])('is 401 once the session that issued the token %s', async (_, end) => {
    const { token, sessionId } = await issuePreviewToken(api, id);
    expect((await save(token)).status).toBe(200);
    await api.query(end, [sessionId]);
    expect((await save(token, 'daily')).status).toBe(401);
    expect((await api.get('/api/widget/connection', token)).status).toBe(401);
    expect(await audited()).toHaveLength(1);
  });
});

describe('many saves', () => {
  const derivations = (state: string) =>
    api.query(
      `select id from tasks where system_connection_id = $1 and name = 'derive-sync-rules' and payload ->> 'thenSync' is null and ${state}`,
      [id],
    );

  it('leave one waiting derivation of rules, and no other row', async () => {
    for (let round = 0; round < 10; round += 1)
      await Promise.all(['hourly', 'daily', 'weekly'].map((frequency) => save(pluginToken, frequency)));
    expect(await derivations('true')).toHaveLength(1);
  });

  it('leave one beside the derivation that a worker has picked up: it may have read what was saved before', async () => {
    await save(pluginToken);
    await api.query(`update tasks set held = true where name = 'derive-sync-rules'`);
    await save(pluginToken, 'daily');
    await save(pluginToken, 'hourly');
    expect([await derivations('held'), await derivations('not held')]).toMatchObject([[{}], [{}]]);
  });
});

describe('a direct system that an administrator created', () => {
  it('is refused like every direct system where a shop is managed: 409', async () => {
    const system = `insert into systems (id, slug, name, driver, capabilities, is_direct) values ($1, 'crm', 'CRM', 'mailing_platform', '{}', true)`;
    const systemId = uuidv7();
    await api.query(system, [systemId]);
    await api.query('update system_connections set system_id = $2 where id = $1', [id, systemId]);
    expect((await api.ask('POST', '/api/widget/connection/disconnect', { token: pluginToken })).status).toBe(409);
  });
});
