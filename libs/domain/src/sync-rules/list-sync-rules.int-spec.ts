import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { chosenTenantIds, type Viewer } from '../visibility/visible-connections';
import { findSyncRule, listSyncRules, type SyncRuleFilter } from './list-sync-rules';
import { deleteOwnSyncRule, insertOwnSyncRule, setSyncRuleActive } from './own-sync-rules';
import { ruleSystems, systemsOf } from './stored-sync-rule';

let database: TestDatabase;
const tenants: string[] = [];
/** By tenant: shops of commerce_a, commerce_b and a direct system. */
const connections: string[][] = [];
let systems: Record<string, string>;

const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const ruleOf = (tenant: number, source: number, target: number) => ({
  tenantId: tenants[tenant] ?? '',
  sourceConnectionId: connections[tenant]?.[source] ?? '',
  targetConnectionId: connections[tenant]?.[target] ?? '',
});

beforeAll(async () => {
  database = await createTestDatabase();
  systems = Object.fromEntries((await sql<{ slug: string; id: string }>('select slug, id from systems')).map(({ slug, id }) => [slug, id]));
  for (let tenant = 0; tenant < 3; tenant += 1) {
    tenants.push(uuidv7());
    await sql(`insert into tenants (id, name) values ($1, 'Tenant')`, [tenants[tenant]]);
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    connections.push(ids);
    for (const [index, slug] of ['commerce_a', 'commerce_b', 'mailing_platform'].entries())
      await sql(`insert into system_connections (id, tenant_id, system_id, name, status) values ($1, $2, $3, 'c', 'active')`, [
        ids[index],
        tenants[tenant],
        systems[slug],
      ]);
  }
});
afterAll(() => database.stop());

/** The rules in words of their own: both connections of a support user's are of its tenants and systems. */
async function idsByRule(viewer: Viewer, { isActive, isDefault, tenantId, connectionId }: SyncRuleFilter): Promise<string[]> {
  const supportedSystemIds = viewer.role === 'support' ? viewer.supportedSystemIds : null;
  const rows = await sql<{ id: string }>(
    `select id from sync_rules rule where ($1::boolean is null or is_active = $1) and ($2::boolean is null or is_default = $2)
       and ($3::uuid is null or tenant_id = $3) and ($4::uuid is null or $4 in (source_connection_id, target_connection_id))
       and ($6::uuid[] is null or (select bool_and(($5::uuid[] is null or tenant_id = any($5)) and system_id = any($6)) from system_connections
                                   where id in (source_connection_id, target_connection_id))) order by id desc`,
    [isActive, isDefault, tenantId, connectionId, chosenTenantIds(viewer), supportedSystemIds],
  );
  return rows.map(({ id }) => id);
}

async function pagesOf(viewer: Viewer, filter: SyncRuleFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; after = ids.at(-1) ?? null) {
    const page = await listSyncRules(database.dataSource, viewer, filter, { after, limit: 3 });
    ids.push(...page.map(({ id }) => id));
    if (page.length < 3) return ids;
  }
}

describe('sync rules', () => {
  it('are listed newest first in pages, as viewer and filter say', async () => {
    for (let index = 0; index < 45; index += 1) {
      const { tenantId, sourceConnectionId, targetConnectionId } = ruleOf(index % 3, index % 2, 2);
      await sql(
        `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default, ${ruleSystems})
         values ($1, $2, $3, $4, $5, $6, $7, ${systemsOf('$3', '$4')}) on conflict do nothing`,
        [
          uuidv7(),
          tenantId,
          sourceConnectionId,
          targetConnectionId,
          ['customers', 'orders', 'products'].slice((index >> 3) % 3),
          index % 4 > 0,
          index % 5 === 0,
        ],
      );
    }
    const supported = { role: 'support', supportedSystemIds: [systems.commerce_a ?? '', systems.mailing_platform ?? ''] } as const;
    const support: Viewer = { ...supported, tenantAccess: 'chosen', accessibleTenantIds: tenants.slice(0, 2) };
    const [ofAll, bySystem]: Viewer[] = [
      { ...supported, tenantAccess: 'all' },
      { ...supported, tenantAccess: 'by_system' },
    ];
    const filters: SyncRuleFilter[] = [{}, { isActive: false }, { isDefault: true }, { isActive: true, isDefault: false }].flatMap(
      (kind) => [
        kind,
        { ...kind, tenantId: tenants[1] },
        { ...kind, connectionId: connections[0]?.[2] },
        { ...kind, connectionId: connections[1]?.[1] },
      ],
    );
    for (const viewer of [{ role: 'super_admin' } as const, support, ofAll!, bySystem!])
      for (const filter of filters) {
        const [wanted, ids] = [await idsByRule(viewer, filter), await pagesOf(viewer, filter)];
        expect(ids).toEqual(wanted);
        const [some] = wanted;
        if (some) expect((await findSyncRule(database.dataSource, viewer, some))?.id).toBe(some);
      }
    const [hidden] = await sql<{ id: string }>('select id from sync_rules where source_connection_id = $1 limit 1', [connections[2]?.[0]]);
    expect(hidden && (await findSyncRule(database.dataSource, support, hidden.id))).toBeNull();
  });

  it('made by hand exist once, can be switched, and are deleted; default rules are not (10 concurrent requests)', async () => {
    const rule = { ...ruleOf(0, 0, 1), dataDomains: ['products', 'customers'] as const, isActive: true };
    const made = await Promise.all(Array.from({ length: 10 }, () => insertOwnSyncRule(database.dataSource, rule)));
    const [own] = made.filter((stored) => stored !== null);
    expect([made.filter(Boolean).length, own?.dataDomains, own?.isDefault]).toEqual([1, ['customers', 'products'], false]);
    const [other] = await sql<{ id: string }>('select id from sync_rules where is_default and is_active limit 1');
    for (const id of [own?.id ?? '', other?.id ?? '']) {
      expect(await setSyncRuleActive(database.dataSource, id, false)).toMatchObject({ id, isActive: false });
      expect(await setSyncRuleActive(database.dataSource, id, false)).toBeNull();
    }
    expect(await deleteOwnSyncRule(database.dataSource, other?.id ?? '')).toBeNull();
    expect(await deleteOwnSyncRule(database.dataSource, own?.id ?? '')).toMatchObject({ id: own?.id });
    expect(await deleteOwnSyncRule(database.dataSource, own?.id ?? '')).toBeNull();
  });
});
