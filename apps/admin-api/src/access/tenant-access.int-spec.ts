import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { Dashboard } from '../dashboard/dashboard-representation';
import type { SearchResults } from '../search/search-representation';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';

/** What of a tenant each support user sees. */
interface Company {
  id: string;
  /** Of a system that they support, with a rule to the product, which they support too. */
  shop: string;
  product: string;
  /** Of another system, with a rule of its own. */
  other: string;
}

describe('a support user of all companies, or by system', () => {
  let scene: AdminScene;
  let companies: Company[];
  /** Has a shop of the other system only. */
  let apart: { id: string; other: string };
  const users: Record<string, Actor> = {};
  const work = new Map<string, { run: string; task: string }>();
  const rules = new Map<string, string>();

  /** A broken shop of the tenant, with a run and a failed task. */
  const shop = async (tenantId: string | null, system: string | null, status = 'error') => {
    const id = await scene.connection({ tenantId, system, status, baseUrl: `https://tea-${uuidv7()}.example` });
    const [run, task] = [uuidv7(), uuidv7()];
    await scene.api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id) values ($1, $2, 'orders', 'full', 'failed', ${placedAt('$2')})`,
      [run, id],
    );
    await scene.api.query(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, tenant_id, system_id)
       values ($1, 'webhooks', 'process-webhook', '{}', $2, 'failed', 5, ${placedAt('$2')})`,
      [task, id],
    );
    work.set(id, { run, task });
    return id;
  };
  const rule = async (tenantId: string, source: string, target: string) => {
    const input = { tenant_id: tenantId, source_connection_id: source, target_connection_id: target, data_domains: ['orders'] };
    const { body } = await scene.api.ask<{ id: string }>('POST', '/api/admin/sync-rules', { token: scene.admin.token, body: input });
    rules.set(source, body.id);
  };
  const company = async (): Promise<Company> => {
    const id = await scene.tenant('Quiet Harbour');
    const made = {
      id,
      shop: await shop(id, 'commerce_b'),
      product: await shop(id, 'mailing_platform', 'active'),
      other: await shop(id, 'commerce_a'),
    };
    for (const source of [made.shop, made.other]) await rule(id, source, made.product);
    return made;
  };

  beforeAll(async () => {
    scene = await AdminScene.set();
    companies = [await company()];
    const supportedSystemIds = ['commerce_b', 'mailing_platform'].map((slug) => scene.systemId(slug));
    for (const tenantAccess of ['all', 'by_system'] as const)
      users[tenantAccess] = await scene.api.actor('support', { tenantAccess, supportedSystemIds });
    companies.push(await company());
    const id = await scene.tenant('Quiet Harbour');
    apart = { id, other: await shop(id, 'commerce_a') };
    await shop(null, 'commerce_b', 'pending');
    await shop(id, null, 'pending');
  });
  afterAll(() => scene.api.stop());

  const get = async <T>(user: string, path: string) => (await scene.api.get<T>(`/api/admin/${path}`, users[user]?.token)).body;
  const idsOf = async (user: string, path: string) => (await get<{ data: { id: string }[] }>(user, path)).data.map(({ id }) => id).sort();
  const full = () => companies.flatMap((one) => [one.shop, one.product]);
  const seenBy = (user: string) => (user === 'all' ? [...full(), ...companies.map(({ other }) => other), apart.other] : full()).sort();
  const tenantsOf = (user: string) => [...companies.map(({ id }) => id), ...(user === 'all' ? [apart.id] : [])].sort();
  const search = async (user: string, text: string) => {
    const { body } = await scene.api.ask<SearchResults>('POST', '/api/admin/search', { token: users[user]?.token, body: { text } });
    return new Map(body.data.map(({ kind, hits }) => [kind, hits.map(({ id }) => id).sort()]));
  };

  it.each(['all', 'by_system'])(
    '%s: lists, counts, sorts and finds the connections that it sees, also those of a later company',
    async (user) => {
      expect(await idsOf(user, 'connections')).toEqual(seenBy(user));
      for (const query of ['sort=name', 'sort=last_synced_at', 'search=harbour'])
        expect(await idsOf(user, `connections?${query}`)).toEqual(seenBy(user));
      expect(await idsOf(user, `connections?kind=products`)).toEqual(companies.map(({ product }) => product).sort());
      expect(await get(user, 'connections/count')).toMatchObject({ count: seenBy(user).length });
      expect(await idsOf(user, 'connections?search=tea-')).toEqual(full().sort());
      expect((await search(user, 'tea-')).get('connections')).toEqual(full().sort());
      const { connections } = await get<Dashboard>(user, 'dashboard');
      expect(connections.filter(({ count }) => count > 0)).toEqual([
        { status: 'active', count: companies.length },
        { status: 'error', count: seenBy(user).length - companies.length },
      ]);
      for (const id of companies.map(({ shop: one }) => one)) expect(await get(user, `connections/${id}`)).toHaveProperty('base_url');
      const { status } = await scene.api.get(`/api/admin/connections/${apart.other}`, users[user]?.token);
      expect(status).toBe(user === 'all' ? 200 : 404);
      if (user === 'all') expect(await get(user, `connections/${apart.other}`)).not.toHaveProperty('base_url');
    },
  );

  it.each(['all', 'by_system'])('%s: sees the companies of those connections, in lists, searches and one by one', async (user) => {
    expect(await idsOf(user, 'tenants')).toEqual(tenantsOf(user));
    expect(await idsOf(user, 'tenants?search=quiet')).toEqual(tenantsOf(user));
    expect((await search(user, 'quiet harbour')).get('tenants')).toEqual(tenantsOf(user));
    expect((await scene.api.get(`/api/admin/tenants/${apart.id}`, users[user]?.token)).status).toBe(user === 'all' ? 200 : 404);
    expect(await idsOf(user, `connections?tenant_id=${apart.id}`)).toEqual(user === 'all' ? [apart.other] : []);
  });

  it.each(['all', 'by_system'])('%s: sees the work and rules of what it sees in full, and of nothing else', async (user) => {
    const ofFull = (kind: 'run' | 'task') =>
      full()
        .map((id) => work.get(id)?.[kind])
        .sort();
    for (const query of ['', '?status=failed', '?status=failed&capability=orders'])
      expect(await idsOf(user, `sync-runs${query}`)).toEqual(ofFull('run'));
    for (const query of ['', '?queue=webhooks']) expect(await idsOf(user, `failed-tasks${query}`)).toEqual(ofFull('task'));
    const own = companies.map(({ shop: one }) => rules.get(one)).sort();
    for (const query of ['', '?is_active=true', '?is_default=false']) expect(await idsOf(user, `sync-rules${query}`)).toEqual(own);
    const [first] = companies as [Company];
    for (const [path, wanted] of [
      ['sync-runs', [work.get(first.shop)?.run, work.get(first.product)?.run]],
      ['failed-tasks', [work.get(first.shop)?.task, work.get(first.product)?.task]],
      ['sync-rules', [rules.get(first.shop)]],
    ] as const)
      expect(await idsOf(user, `${path}?tenant_id=${first.id}`)).toEqual([...wanted].sort());
    const hidden = work.get(first.other);
    for (const path of [`sync-runs/${hidden?.run}`, `failed-tasks/${hidden?.task}`])
      expect((await scene.api.get(`/api/admin/${path}`, users[user]?.token)).status).toBe(user === 'all' ? 403 : 404);
    expect((await scene.api.get(`/api/admin/sync-rules/${rules.get(first.other)}`, users[user]?.token)).status).toBe(404);
  });

  it.each(['all', 'by_system'])('%s: has in its inbox what it sees in full, and finds no other work by an id', async (user) => {
    const { inbox } = await get<Dashboard>(user, 'dashboard');
    expect(inbox.map(({ need, total, entries }) => [need, total, entries.map(({ place }) => place?.connection.id).sort()])).toEqual([
      ['broken', companies.length, companies.map(({ shop: one }) => one).sort()],
      ['failed_work', full().length, full().sort()],
    ]);
    const other = companies[0]!.other;
    for (const id of [work.get(other)?.run, work.get(other)?.task, other]) expect((await search(user, id ?? '')).size).toBe(0);
  });

  it('by system: a company does not tell of a product that the user does not support', async () => {
    const supportedSystemIds = [scene.systemId('commerce_b')];
    users.shops = await scene.api.actor('support', { tenantAccess: 'by_system', supportedSystemIds });
    const [first] = companies as [Company];
    const hasTarget = async (user: string) => (await get<{ has_target: boolean }>(user, `tenants/${first.id}`)).has_target;
    expect([await hasTarget('by_system'), await hasTarget('shops')]).toEqual([true, false]);
    expect(await idsOf('shops', 'sync-rules')).toEqual([]);
  });
});
