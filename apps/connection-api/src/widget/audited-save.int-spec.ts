import { issueAccessToken } from '@sync/domain';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';

let api: ConnectionApiUnderTest;
let id: string;
let tenantId: string;
let pluginToken: string;
linkedConnection((scene) => {
  ({ api, id, token: pluginToken } = scene);
  tenantId = scene.owner.tenantId;
});

const preview = async (expiresAt: Date) => {
  const createdBy = uuidv7();
  await api.query(`insert into users (id, login, name, role) values ($1, $1::uuid::text, 'A person', 'support')`, [createdBy]);
  const token = await api.database.dataSource.transaction((manager) =>
    issueAccessToken(manager, id, 'admin-preview', { createdBy, expiresAt }),
  );
  return { id: token.id, createdBy, token: token.plaintext.reveal() };
};
const save = (token: string, frequency = 'weekly') =>
  api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency } } });
const audited = () => api.query('select actor, action, tenant_id, before, after from audit_log where object_id = $1', [id]);

describe('a save through a preview token', () => {
  it('is recorded as a change of the administrator who issued it; other tokens and refused saves leave no entry', async () => {
    const { id: preview_token_id, createdBy, token } = await preview(new Date(Date.now() + 3_600_000));
    expect([await save(pluginToken, 'hourly'), await save(token, 'never'), await save(token)].map(({ status }) => status)).toEqual([
      200, 422, 200,
    ]);
    expect(await audited()).toMatchObject([
      {
        actor: `administrator:${createdBy}`,
        action: 'connection.configure',
        tenant_id: tenantId,
        before: { configuration: { frequency: 'hourly' } },
        after: { configuration: { frequency: 'weekly' }, preview_token_id },
      },
    ]);
  });

  it('is 401 once the token has expired', async () => {
    const { token } = await preview(new Date(Date.now() - 1));
    expect((await save(token)).status).toBe(401);
    expect(await audited()).toEqual([]);
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
