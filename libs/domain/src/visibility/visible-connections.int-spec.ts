import { systemSeeds } from '@sync/platforms';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { fullyVisibleConnections, reachOfConnection, visibleConnections, type Viewer } from './visible-connections';

interface Row {
  id: string;
  tenantId: string | null;
  systemId: string | null;
}

const tenantIds = [uuidv7(), uuidv7(), uuidv7()];
/** Shops and direct systems alike. */
const systemIds = systemSeeds.map(({ id }) => id);
const rows: Row[] = [null, ...tenantIds].flatMap((tenantId) =>
  [null, ...systemIds].map((systemId) => ({ id: uuidv7(), tenantId, systemId })),
);

const viewers: fc.Arbitrary<Viewer> = fc.oneof(
  fc.constant({ role: 'super_admin' } as const),
  fc.record({
    role: fc.constant('support' as const),
    accessibleTenantIds: fc.subarray([...tenantIds, uuidv7()]),
    supportedSystemIds: fc.subarray(systemIds),
  }),
);

/** The rule in its own words, for one connection. */
function reachByRule(viewer: Viewer, { tenantId, systemId }: Row): 'full' | 'status' | 'none' {
  if (viewer.role === 'super_admin') return 'full';
  if (tenantId === null || systemId === null || !viewer.accessibleTenantIds.includes(tenantId)) return 'none';
  return viewer.supportedSystemIds.includes(systemId) ? 'full' : 'status';
}

describe('what a user of the admin API sees of connections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const id of tenantIds) await database.dataSource.query(`insert into tenants (id, name) values ($1, 'Swift Hill')`, [id]);
    for (const { id, tenantId, systemId } of rows)
      await database.dataSource.query(
        `insert into system_connections (id, tenant_id, system_id, name, status) values ($1, $2, $3, 'Shop', 'active')`,
        [id, tenantId, systemId],
      );
  });
  afterAll(() => database.stop());

  async function select(filter: typeof visibleConnections, viewer: Viewer): Promise<string[]> {
    const parameters: unknown[] = [];
    const sql = `select id from system_connections row where ${filter(viewer)('row', parameters)} order by id`;
    return (await database.dataSource.query<{ id: string }[]>(sql, parameters)).map(({ id }) => id);
  }

  it('is the status of accessible tenants, all of the systems it supports there, and everything for a super administrator', async () => {
    const property = fc.asyncProperty(viewers, fc.constantFrom(...rows), async (viewer, one) => {
      const byRule = (...reaches: string[]) => rows.filter((row) => reaches.includes(reachByRule(viewer, row))).map(({ id }) => id);
      expect(await select(visibleConnections, viewer)).toEqual(byRule('full', 'status'));
      expect(await select(fullyVisibleConnections, viewer)).toEqual(byRule('full'));
      expect(await reachOfConnection(database.dataSource, viewer, one.id)).toBe(reachByRule(viewer, one));
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('is nothing of a connection that is deleted or never was', async () => {
    const [gone] = rows.slice(-1);
    await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [gone!.id]);
    for (const id of [gone!.id, uuidv7()]) expect(await reachOfConnection(database.dataSource, { role: 'super_admin' }, id)).toBe('none');
  });
});
