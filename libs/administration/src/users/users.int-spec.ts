import type { Role } from '@sync/identity';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { resetPassword } from '../passwords/reset-password';
import { endAllSessions } from '../sessions/end-sessions';
import { AdministrationScene, operator } from '../testing/administration-scene';
import { changeUser, deleteUser, type UserChanges } from './change-user';
import { createUser, ensureFirstAdministrator, type NewUser } from './create-user';
import { listUsers, showUser } from './user';

describe('users', () => {
  let scene: AdministrationScene;

  beforeEach(async () => {
    scene = await AdministrationScene.set();
  });
  afterEach(() => scene.strike());

  const source = () => scene.database.dataSource;
  const values = (more: Partial<NewUser> = {}): NewUser => {
    return { login: 'ada@example.com', name: 'Ada', role: 'support', accessibleTenantIds: [], supportedSystemIds: [], ...more };
  };
  const isDone = (change: Promise<unknown>) =>
    change.then(
      () => true,
      (error: Error) => {
        if (error.name !== 'AdministrationRefused') throw error;
        return false;
      },
    );
  const systemIds = async () => (await scene.sql<{ id: string }>('select id from systems order by id')).map(({ id }) => id);
  const entries = (id: string) =>
    scene.sql<{ action: string; before: unknown; after: unknown }>(
      'select action, before, after from audit_log where object_id = $1 order by id',
      [id],
    );

  it('the first administrator is created once, of 5 concurrent starts, and never where there is a user', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdministrator(source())));
    const [first, ...more] = created.filter((one) => one !== null);
    expect(more).toEqual([]);
    expect(first?.user).toMatchObject({ login: 'admin', role: 'super_admin', mustChangePassword: true });
    expect(await scene.session(await scene.begin('admin', first?.password.reveal() ?? ''))).not.toBeNull();
    expect(await ensureFirstAdministrator(source())).toBeNull();
  });

  it('changes are audited with the members that changed, and a change of nothing is not', async () => {
    const [tenantId, [systemId = '']] = [await scene.tenant(), await systemIds()];
    const { user } = await createUser(source(), operator, values({ accessibleTenantIds: [tenantId] }));
    const changes = { name: 'Ada L.', accessibleTenantIds: [], supportedSystemIds: [systemId] };
    for (let time = 0; time < 2; time += 1)
      expect(await changeUser(source(), operator, user.id, changes)).toMatchObject({ role: 'support', ...changes });
    await resetPassword(source(), operator, user.id, { removesTotp: true });
    await deleteUser(source(), operator, user.id);
    const shown = { login: 'ada@example.com', role: 'support', tenant_access: 'chosen', oidc_link: 'open', disabled: false };
    const [first, last] = [
      { ...shown, name: 'Ada', accessible_tenant_ids: [tenantId], supported_system_ids: [] },
      { ...shown, name: 'Ada L.', accessible_tenant_ids: [], supported_system_ids: [systemId] },
    ];
    expect(await entries(user.id)).toEqual([
      { action: 'user.create', before: null, after: first },
      {
        action: 'user.change',
        before: { name: 'Ada', accessible_tenant_ids: [tenantId], supported_system_ids: [] },
        after: { name: 'Ada L.', accessible_tenant_ids: [], supported_system_ids: [systemId] },
      },
      { action: 'user.password_reset', before: null, after: { totp_removed: true } },
      { action: 'user.delete', before: last, after: null },
    ]);
  });

  it('access to all tenants or by system keeps no hidden list, and a super administrator has neither', async () => {
    const tenantId = await scene.tenant();
    const { user } = await createUser(source(), operator, values({ accessibleTenantIds: [tenantId] }));
    const change = (changes: UserChanges) => changeUser(source(), operator, user.id, changes);
    expect(await change({ tenantAccess: 'all' })).toMatchObject({ tenantAccess: 'all', accessibleTenantIds: [] });
    expect((await entries(user.id)).at(-1)).toMatchObject({
      before: { tenant_access: 'chosen', accessible_tenant_ids: [tenantId] },
      after: { tenant_access: 'all', accessible_tenant_ids: [] },
    });
    const refused = (pointer: string) => ({ errors: [{ pointer }] });
    await expect(change({ accessibleTenantIds: [tenantId] })).rejects.toMatchObject(refused('/accessible_tenant_ids'));
    await expect(change({ role: 'super_admin', tenantAccess: 'all' })).rejects.toMatchObject(refused('/tenant_access'));
    expect(await change({ role: 'super_admin' })).toMatchObject({ tenantAccess: 'chosen' });
    await expect(change({ tenantAccess: 'by_system' })).rejects.toMatchObject(refused('/tenant_access'));
    await scene.person({ role: 'super_admin' });
    expect(await change({ role: 'support' })).toMatchObject({ tenantAccess: 'chosen', accessibleTenantIds: [] });
    expect(await change({ tenantAccess: 'by_system', accessibleTenantIds: [] })).toMatchObject({ tenantAccess: 'by_system' });
  });

  it('a login is taken once, of 5 concurrent requests', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => isDone(createUser(source(), operator, values()))));
    expect(created.filter(Boolean)).toHaveLength(1);
  });

  it('an unknown tenant or system is named by its place, and nothing is stored', async () => {
    const tenantId = await scene.tenant();
    await expect(createUser(source(), operator, values({ accessibleTenantIds: [tenantId, uuidv7()] }))).rejects.toMatchObject({
      errors: [{ pointer: '/accessible_tenant_ids/1', detail: 'There is no such tenant.' }],
    });
    const { id } = await scene.person({ accessibleTenantIds: [tenantId] });
    await expect(changeUser(source(), operator, id, { name: 'B', supportedSystemIds: [uuidv7()] })).rejects.toMatchObject({
      errors: [{ pointer: '/supported_system_ids/0' }],
    });
    expect(await listUsers(source(), null, 10)).toMatchObject([{ id, name: 'A person', accessibleTenantIds: [tenantId] }]);
  });

  it('are listed by login, page by page', async () => {
    for (const login of ['c', 'a', 'b']) await createUser(source(), operator, values({ login }));
    expect((await listUsers(source(), null, 2)).map(({ login }) => login)).toEqual(['a', 'b']);
    expect((await listUsers(source(), 'b', 2)).map(({ login }) => login)).toEqual(['c']);
  });

  it.each([
    ['delete', (id: string) => deleteUser(source(), operator, id)],
    ['disable', (id: string) => changeUser(source(), operator, id, { disabled: true })],
    ['demote', (id: string) => changeUser(source(), operator, id, { role: 'support' })],
  ])('two super administrators who %s each other at once: one stays (10 rounds)', async (_, remove) => {
    await scene.person({ role: 'super_admin' });
    for (let round = 0; round < 10; round += 1) {
      const { id } = await scene.person({ role: 'super_admin' });
      const [other] = await scene.sql<{ id: string }>(
        `select id from users where role = 'super_admin' and disabled_at is null and id <> $1`,
        [id],
      );
      const removed = await Promise.all([id, other?.id ?? ''].map((one) => isDone(remove(one))));
      expect(removed.filter(Boolean)).toHaveLength(1);
    }
  });

  /** A random request of an administrator, by the number of its user. */
  const requests = fc.record({
    user: fc.nat(3),
    what: fc.oneof(
      fc.record({ role: fc.constantFrom<Role>('super_admin', 'support') }),
      fc.record({ disabled: fc.boolean() }),
      fc.record({ name: fc.constantFrom('A', 'B') }),
      fc.constantFrom('delete' as const, 'reset' as const, 'end' as const),
    ),
  });
  type Request = ReturnType<typeof requests.generate>['value'];

  async function send(id: string, what: Request['what']): Promise<void> {
    if (what === 'delete') return deleteUser(source(), operator, id);
    if (what === 'end') return void (await endAllSessions(source(), operator, id));
    if (what === 'reset') return void (await resetPassword(source(), operator, id, { removesTotp: false }));
    await changeUser(source(), operator, id, what);
  }

  it('after any changes in any order, a super administrator is left, and exactly the sessions that should end do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 12 }), async (sent) => {
        await scene.sql('delete from users');
        const people = [];
        for (const role of ['super_admin', 'super_admin', 'support', 'support'] as const) people.push(await scene.person({ role }));
        const ids = people.map(({ id }) => id);
        for (const { user, what } of sent) {
          const id = ids[user] ?? '';
          await scene.sql(
            `insert into user_sessions (id, user_id, token_hash, kind, address, expires_at)
             select gen_random_uuid(), id, sha256(gen_random_uuid()::text::bytea), 'bearer', '', 'infinity' from users where not exists
               (select from user_sessions where user_id = users.id)`,
          );
          const before = await showUser(source(), id).catch(() => null);
          const wasDone = await isDone(send(id, what));
          const after = await showUser(source(), id).catch(() => null);
          expect(wasDone || before === null || (before.role === 'super_admin' && before.disabledAt === null)).toBe(true);
          const isChanged = before?.role !== after?.role || (before?.disabledAt === null) !== (after?.disabledAt === null);
          const ended = wasDone && (isChanged || what === 'reset' || what === 'end');
          const sessions = await scene.sql<{ user_id: string }>('select user_id from user_sessions');
          const users = await scene.sql<{ id: string }>('select id from users');
          expect(sessions.map(({ user_id }) => user_id).sort()).toEqual(
            users
              .map((row) => row.id)
              .filter((row) => !(row === id && ended))
              .sort(),
          );
          expect(await scene.sql(`select from users where role = 'super_admin' and disabled_at is null`)).not.toEqual([]);
        }
      }),
      { numRuns: 15 },
    );
  });
});
