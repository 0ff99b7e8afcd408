import { systemSeeds } from '@sync/platforms';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { countConnections, countVisibleConnections } from '../connections/connection-counts';
import { findTenants } from '../tenants/find-tenants';
import { fullyVisibleConnections, reachOfConnection, tenantAccesses, visibleConnections, type Viewer } from './visible-connections';

interface Row {
  id: string;
  tenantId: string | null;
  systemId: string | null;
}

const tenantIds = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const lonelyTenant = uuidv7();
/** Shops and direct systems alike. */
const systemIds = systemSeeds.map(({ id }) => id);
/** Each tenant lacks another system; the last has connections without one only, another tenant none at all. */
const rows: Row[] = [null, ...tenantIds].flatMap((tenantId, place) =>
  [null, ...(place === tenantIds.length ? [] : systemIds.filter((_, kind) => kind !== place))].map((systemId) => ({
    id: uuidv7(),
    tenantId,
    systemId,
  })),
);

const viewers: fc.Arbitrary<Viewer> = fc.oneof(
  fc.constant({ role: 'super_admin' } as const),
  fc.record({
    role: fc.constant('support' as const),
    tenantAccess: fc.constantFrom(...tenantAccesses),
    accessibleTenantIds: fc.subarray([...tenantIds, uuidv7()]),
    supportedSystemIds: fc.subarray(systemIds),
  }),
);

/** The rule in its own words, for one connection. */
function reachByRule(viewer: Viewer, { tenantId, systemId }: Row): 'full' | 'status' | 'none' {
  if (viewer.role === 'super_admin') return 'full';
  if (tenantId === null || systemId === null) return 'none';
  if (viewer.tenantAccess === 'chosen' && !viewer.accessibleTenantIds.includes(tenantId)) return 'none';
  if (viewer.supportedSystemIds.includes(systemId)) return 'full';
  return viewer.tenantAccess === 'by_system' ? 'none' : 'status';
}

function tenantsByRule(viewer: Viewer): string[] {
  const isSeen = (id: string) => {
    if (viewer.role === 'super_admin' || viewer.tenantAccess === 'all') return true;
    if (viewer.tenantAccess === 'chosen') return viewer.accessibleTenantIds.includes(id);
    return rows.some((row) => row.tenantId === id && reachByRule(viewer, row) === 'full');
  };
  return [...tenantIds, lonelyTenant].filter(isSeen).sort().reverse();
}

describe('what a user of the admin API sees of connections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const id of [...tenantIds, lonelyTenant])
      await database.dataSource.query(`insert into tenants (id, name) values ($1, 'Swift Hill')`, [id]);
    for (const { id, tenantId, systemId } of rows)
      await database.dataSource.query(
        `insert into system_connections (id, tenant_id, system_id, name, status) values ($1, $2, $3, 'Shop', 'active')`,
        [id, tenantId, systemId],
      );
    await countConnections(database.dataSource, { are: rows.map((row) => ({ ...row, status: 'active' })) });
  });
  afterAll(() => database.stop());

  async function select(filter: typeof visibleConnections, viewer: Viewer): Promise<string[]> {
    const parameters: unknown[] = [];
    const sql = `select id from system_connections row where ${filter(viewer)('row', parameters)} order by id`;
    return (await database.dataSource.query<{ id: string }[]>(sql, parameters)).map(({ id }) => id);
  }

  async function tenants(viewer: Viewer, search?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let isLast = false; !isLast;) {
      const page = await findTenants(database.dataSource, viewer, { search }, { after: ids.at(-1) ?? null, limit: 2 });
      ids.push(...page.map(({ id }) => id));
      isLast = page.length < 2;
    }
    return ids;
  }

  it('is the status of accessible tenants, all of the systems it supports there, and everything for a super administrator', async () => {
    const property = fc.asyncProperty(viewers, fc.constantFrom(...rows), async (viewer, one) => {
      const byRule = (...reaches: string[]) => rows.filter((row) => reaches.includes(reachByRule(viewer, row))).map(({ id }) => id);
      expect(await select(visibleConnections, viewer)).toEqual(byRule('full', 'status'));
      expect(await select(fullyVisibleConnections, viewer)).toEqual(byRule('full'));
      expect(await reachOfConnection(database.dataSource, viewer, one.id)).toBe(reachByRule(viewer, one));
      expect((await countVisibleConnections(database.dataSource, viewer)).active).toBe(byRule('full', 'status').length);
      for (const search of [undefined, 'swift']) expect(await tenants(viewer, search)).toEqual(tenantsByRule(viewer));
      for (const id of [...tenantIds, lonelyTenant])
        expect(await findTenants(database.dataSource, viewer, { id }, { after: null, limit: 1 })).toHaveLength(
          tenantsByRule(viewer).includes(id) ? 1 : 0,
        );
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('is nothing of a connection that is deleted or never was', async () => {
    const [gone] = rows.slice(-1);
    await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [gone!.id]);
    for (const id of [gone!.id, uuidv7()]) expect(await reachOfConnection(database.dataSource, { role: 'super_admin' }, id)).toBe('none');
  });
});
