import { hashToken } from '@sync/identity';
import { until } from '@sync/test-harness';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';

interface Issued {
  id: string;
  token: string;
  expires_at: string;
}

let scene: AdminScene;
let support: Actor;
let id: string;
let at: string;
beforeAll(async () => (scene = await AdminScene.set()));
beforeEach(async () => {
  const tenantId = await scene.tenant();
  support = await scene.support([tenantId], 'commerce_b');
  id = await scene.connection({ tenantId });
  at = `/api/admin/connections/${id}/preview-tokens`;
});
afterAll(() => scene.api.stop());

const issue = (as = support, body?: unknown) => scene.api.ask<Issued>('POST', at, { token: as.token, body });
const list = async () => (await scene.api.get<{ data: { id: string }[] }>(at, support.token)).body.data;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('preview tokens', () => {
  it('last an hour, or shorter as asked; only their hash is stored, and the list names who issued them', async () => {
    const { status, body } = await issue();
    expect(status).toBe(201);
    expect(body.token).toMatch(/^sca_[A-Za-z0-9_-]{43}$/);
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const short = inHours(0.5);
    const { body: other } = await issue(scene.admin, { expires_at: short });
    const response = await scene.api.get(at, support.token);
    expect(response.body).toEqual({
      data: [
        { id: other.id, created_by: scene.admin.id, created_at: expect.any(String), last_used_at: null, expires_at: short },
        { id: body.id, created_by: support.id, created_at: expect.any(String), last_used_at: null, expires_at: body.expires_at },
      ],
      next_cursor: null,
    });
    expect(response.text).not.toContain(body.token);
    expect(await scene.api.query('select name, token_hash from access_tokens where id = $1', [body.id])).toEqual([
      { name: 'admin-preview', token_hash: hashToken(body.token) },
    ]);
  });

  it.each([-1, 1.1, 1e9])('an end in %p hours is 422', async (hours) => {
    expect((await issue(support, { expires_at: hours === 1e9 ? 'tomorrow' : inHours(hours) })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/expires_at' }],
    });
  });

  it('are revoked once, by anybody who sees all of the connection, and both acts are recorded', async () => {
    const { body } = await issue(scene.admin);
    const other = await scene.connection({ tenantId: await scene.tenant() });
    const revoke = (of = id) =>
      scene.api.ask('DELETE', `/api/admin/connections/${of}/preview-tokens/${body.id}`, {
        token: of === id ? support.token : scene.admin.token,
      });
    expect([await revoke(other), await revoke(), await revoke()].map(({ status }) => status)).toEqual([404, 204, 404]);
    expect(await list()).toEqual([]);
    expect(await scene.audited(scene.admin, body.id)).toMatchObject([
      { action: 'preview_token.create', after: { connection_id: id, expires_at: body.expires_at } },
    ]);
    expect(await scene.audited(support, body.id)).toMatchObject([{ action: 'preview_token.revoke', before: { connection_id: id } }]);
    expect(JSON.stringify(await scene.audited(scene.admin, body.id))).not.toContain(body.token);
  });

  const changeUser = (method: string, body?: object) =>
    scene.api.ask(method, `/api/admin/users/${support.id}`, { token: scene.admin.token, body });
  it.each([
    ['is disabled', () => changeUser('PATCH', { disabled: true })],
    ['gets another role', () => changeUser('PATCH', { role: 'super_admin', own_password: scene.admin.password })],
    ['loses a tenant', () => changeUser('PATCH', { accessible_tenant_ids: [] })],
    ['signs out', () => scene.api.ask('DELETE', '/api/admin/sessions/current', { token: support.token })],
    ['is deleted', () => changeUser('DELETE')],
  ])('end when the user who issued them %s', async (_change, change) => {
    const { body } = await issue();
    const { body: kept } = await issue(scene.admin);
    expect([200, 204]).toContain((await change()).status);
    expect(await scene.api.query('select id from access_tokens where id = any($1)', [[body.id, kept.id]])).toEqual([{ id: kept.id }]);
  });

  it('are not listed once the session that issued them has expired or was idle for too long', async () => {
    const { body } = await issue();
    expect(await list()).toMatchObject([{ id: body.id }]);
    const ofIssuer = 'where user_id = $1';
    const listed = async () => (await scene.api.get<{ data: unknown[] }>(at, scene.admin.token)).body.data;
    await scene.api.query(`update user_sessions set last_used_at = now() - interval '31 minutes' ${ofIssuer}`, [support.id]);
    expect(await listed()).toEqual([]);
    await scene.api.query(`update user_sessions set last_used_at = now() ${ofIssuer}`, [support.id]);
    expect(await listed()).toHaveLength(1);
    await scene.api.query(`update user_sessions set expires_at = now() ${ofIssuer}`, [support.id]);
    expect(await listed()).toEqual([]);
  });

  it('are not issued by a session that ends meanwhile: 401', async () => {
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let issued: ReturnType<typeof issue> | undefined;
    await scene.api.database.dataSource.transaction(async (manager) => {
      await manager.query('delete from user_sessions where token_hash = $1', [hashToken(support.token)]);
      issued = issue();
      await until(async () => (await scene.api.query(waits)).length > 0);
    });
    expect((await issued)?.status).toBe(401);
  });
});
