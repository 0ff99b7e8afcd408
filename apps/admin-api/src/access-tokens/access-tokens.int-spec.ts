import { hashToken, rotateAccessToken } from '@sync/identity';
import { until } from '@sync/test-harness';
import { AdminScene } from '../testing/admin-scene';

let scene: AdminScene;
let tenantId: string;
beforeAll(async () => (scene = await AdminScene.set()));
beforeEach(async () => (tenantId = await scene.tenant()));
afterAll(() => scene.api.stop());

const at = '/api/admin/connections';
const connectProduct = async () =>
  (
    await scene.api.ask<{ id: string }>('POST', at, {
      token: scene.admin.token,
      body: { tenant_id: tenantId, system_slug: 'mailing_platform' },
    })
  ).body.id;
const replace = (id: string) =>
  scene.api.ask<{ id: string; access_token: string; revoked: number }>('POST', `${at}/${id}/access-tokens`, { token: scene.admin.token });
const hashes = async (id: string) =>
  (await scene.api.query<{ token_hash: Buffer }>('select token_hash from access_tokens where system_connection_id = $1', [id])).map(
    ({ token_hash: hash }) => hash.toString('hex'),
  );

describe('POST /api/admin/connections/{id}/access-tokens', () => {
  it('revokes every token of a direct connection and shows a new one once; the audit log names who and from where, never the token', async () => {
    const id = await connectProduct();
    const { status, body } = await replace(id);
    expect([status, body]).toMatchObject([201, { access_token: expect.stringMatching(/^sca_[A-Za-z0-9_-]{43}$/) as unknown, revoked: 1 }]);
    expect(await hashes(id)).toEqual([hashToken(body.access_token).toString('hex')]);
    const entries = await scene.api.query<{ address: string }>(
      `select * from audit_log where object_id = $1 and action = 'connection.replace_access_tokens'`,
      [id],
    );
    expect(entries).toMatchObject([
      { tenant_id: tenantId, before: { access_tokens: 1 }, after: { access_token_id: body.id }, address: '127.0.0.1' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(body.access_token);
  });

  it('leaves one token when five ask at once', async () => {
    const id = await connectProduct();
    const replaced = await Promise.all(Array.from({ length: 5 }, () => replace(id)));
    expect(replaced.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(await hashes(id)).toHaveLength(1);
  });

  it('waits for a rotation that is under way, whose token ends too', async () => {
    const id = await connectProduct();
    const [first] = await scene.api.query<{ id: string }>('select id from access_tokens where system_connection_id = $1', [id]);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let replaced: ReturnType<typeof replace> | undefined;
    await scene.api.database.dataSource.transaction(async (manager) => {
      const rotation = { tokenId: first!.id, connectionId: id, name: 'direct-initialisation', overlapSeconds: 0 } as const;
      expect(await rotateAccessToken(manager, rotation)).not.toBeNull();
      replaced = replace(id);
      await until(async () => (await scene.api.query(waits)).length > 0);
    });
    const { body } = await replaced!;
    expect(await hashes(id)).toEqual([hashToken(body.access_token).toString('hex')]);
  });

  it('is 409 for a shop', async () => {
    expect((await replace(await scene.connection({ tenantId }))).status).toBe(409);
  });
});
