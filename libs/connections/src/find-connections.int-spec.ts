import { System, tenantAccesses, type SystemConnectionStatus, type TenantAccess, type Viewer } from '@sync/domain';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { findConnections, type ConnectionFilter } from './find-connections';
import { countFoundConnections, findSortedConnections } from './sort-connections';

interface Row {
  id: string;
  tenant: { id: string; name: string } | null;
  system: string | null;
  status: SystemConnectionStatus;
  baseUrl: string | null;
  account: string | null;
}

const tenants = ['Quiet Harbour', 'Amber 100%', 'Swift_Hill'].map((name) => ({ id: uuidv7(), name }));
const accounts = ['https://harbour.example', 'https://amber.example/shop', 'https://100%25.example', null];
const texts = ['HARBOUR', 'https://amber.example/shop/', '100%', 'swift_', 't_h', 'account_1', 'xyz', '.example'];
const systems = ['commerce_a', 'commerce_b', 'mailing_platform', null];
const rows: Row[] = [null, ...tenants].flatMap((tenant, place) =>
  systems.flatMap((system, kind) =>
    (['active', 'error'] as const).map((status, number) => ({
      id: uuidv7(),
      tenant,
      system,
      status,
      baseUrl: accounts[(place + kind + number) % accounts.length] ?? null,
      account: number === 0 ? `Account_${kind}${place}` : null,
    })),
  ),
);

describe('the list of connections', () => {
  let database: TestDatabase;
  let idOf: Map<string | null, string | null>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const stored = await database.dataSource.manager.find(System);
    idOf = new Map([[null, null], ...stored.map(({ slug, id }) => [slug, id] as const)]);
    for (const { id, name } of tenants) await database.dataSource.query('insert into tenants (id, name) values ($1, $2)', [id, name]);
    for (const { id, tenant, system, status, baseUrl, account } of rows)
      await database.dataSource.query(
        `insert into system_connections (id, tenant_id, system_id, name, status, base_url, store_base, external_user_id) values ($1, $2, $3, 'Shop', $4, $5, $5, $6)`,
        [id, tenant?.id, idOf.get(system), status, baseUrl, account],
      );
    await database.dataSource.query(
      `insert into system_connections (id, tenant_id, name, status, deleted_at) values (gen_random_uuid(), $1, 'Gone', 'active', now())`,
      [tenants[0]!.id],
    );
  });
  afterAll(() => database.stop());

  const support = fc.record({
    access: fc.constantFrom(...tenantAccesses),
    tenants: fc.subarray(tenants.map(({ id }) => id)),
    systems: fc.subarray(['commerce_a', 'commerce_b', 'mailing_platform']),
  });
  const filters: fc.Arbitrary<ConnectionFilter> = fc.record(
    {
      tenantId: fc.constantFrom(...tenants.map(({ id }) => id)),
      system: fc.constantFrom('commerce_a', 'mailing_platform', 'unknown'),
      status: fc.constantFrom('active', 'error', 'pending'),
      kind: fc.constantFrom('shops', 'products'),
      search: fc.constantFrom(...texts),
    },
    { requiredKeys: [] },
  );

  const reach = (viewer: { access: TenantAccess; tenants: string[]; systems: string[] } | null, { tenant, system }: Row) => {
    if (viewer === null) return 'full';
    if (tenant === null || system === null || (viewer.access === 'chosen' && !viewer.tenants.includes(tenant.id))) return 'none';
    if (viewer.systems.includes(system)) return 'full';
    return viewer.access === 'by_system' ? 'none' : 'status';
  };
  const contains = (text: string | null | undefined, search: string) => text?.toLowerCase().includes(search.toLowerCase()) ?? false;
  const matches = (row: Row, isFull: boolean, { tenantId, system, status, kind, search }: ConnectionFilter) =>
    (kind === undefined || (kind === 'products') === (row.system === 'mailing_platform')) &&
    (tenantId === undefined || row.tenant?.id === tenantId) &&
    (system === undefined || row.system === system) &&
    (status === undefined || row.status === status) &&
    (search === undefined ||
      contains(row.tenant?.name, search) ||
      (isFull && [row.baseUrl, row.account].some((text) => contains(text, search.replace(/\/$/, '')))));

  it('holds what the viewer may see and asked for, newest first, page by page; a search knows addresses only where the viewer does', async () => {
    const property = fc.asyncProperty(
      fc.option(support),
      filters,
      fc.integer({ min: 1, max: 40 }),
      async (viewer, { kind, ...wanted }, limit) => {
        // A connection without a system is pending, which these are not.
        const filter = viewer ? { ...wanted, kind } : wanted;
        const as: Viewer = viewer
          ? {
              role: 'support',
              tenantAccess: viewer.access,
              accessibleTenantIds: viewer.tenants,
              supportedSystemIds: viewer.systems.map((slug) => idOf.get(slug)!),
            }
          : { role: 'super_admin' };
        const found = [];
        for (let after: string | null = null, isLast = false; !isLast;) {
          const page = await findConnections(database.dataSource, as, filter, { after, limit });
          found.push(...page);
          after = page.at(-1)?.id ?? null;
          isLast = page.length < limit;
        }
        const expected = rows.flatMap((row) => {
          const how = reach(viewer, row);
          return how !== 'none' && matches(row, how === 'full', filter) ? [{ id: row.id, isFull: how === 'full' }] : [];
        });
        expect(found).toEqual(expected.sort((a, b) => (a.id < b.id ? 1 : -1)));
        expect(await countFoundConnections(database.dataSource, as, filter)).toBe(found.length);
        const sorted = await findSortedConnections(database.dataSource, as, filter, { sort: 'name', after: null, limit: 100 });
        expect(new Set(sorted.map(({ id }) => id))).toEqual(new Set(found.map(({ id }) => id)));
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('knows what matches behind more newer connections than it looks at first', async () => {
    await database.dataSource.query(
      `insert into system_connections (id, system_id, name, status, base_url)
       select ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'Shop', 'pending', 'https://newer-' || n || '.test' from generate_series(1, 600) n`,
      [idOf.get('commerce_a')],
    );
    for (const search of texts) {
      const found = await findConnections(database.dataSource, { role: 'super_admin' }, { search }, { after: null, limit: 40 });
      const expected = rows.filter((row) => matches(row, true, { search })).map(({ id }) => ({ id, isFull: true }));
      expect(found).toEqual(expected.sort((a, b) => (a.id < b.id ? 1 : -1)));
    }
  });
});
