import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { SystemConnection } from '../connections/system-connection.entity';
import { System } from '../systems/system.entity';
import { Tenant } from '../tenants/tenant.entity';
import { deriveDefaultSyncRules } from './derive-default-sync-rules';
import { insertOwnSyncRule } from './own-sync-rules';
import { syncRuleFields, type StoredSyncRule } from './stored-sync-rule';

const everything = ['customers', 'orders', 'products'];

describe('default sync rules of a tenant', () => {
  let database: TestDatabase;
  let tenantId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  beforeEach(async () => {
    tenantId = uuidv7();
    await database.dataSource.manager.save(Object.assign(new Tenant(), { id: tenantId, name: 'Calm Lake 1000' }));
  });

  const derive = () => deriveDefaultSyncRules(database.dataSource, tenantId);

  async function connect(slug: string, values: Partial<SystemConnection> = {}): Promise<string> {
    const system = await database.dataSource.manager.findOneByOrFail(System, { slug });
    const connection = SystemConnection.start('direct initialisation', new Date(), {
      name: slug,
      tenantId,
      systemId: system.id,
    });
    await database.dataSource.manager.save(Object.assign(connection, values));
    return connection.id;
  }

  const stored = () =>
    database.dataSource.query<StoredSyncRule[]>(
      `select ${syncRuleFields} from sync_rules rule where tenant_id = $1 order by created_at, data_domains`,
      [tenantId],
    );

  async function rules() {
    return (await stored()).map((rule) => ({
      from: rule.sourceConnectionId,
      to: rule.targetConnectionId,
      domains: rule.dataDomains,
      active: rule.isActive,
    }));
  }

  it.each([
    ['outgoing', true, false],
    ['incoming', false, true],
    ['both', true, true],
  ])('direction %s: shop to direct %p, direct to shop %p', async (direction, outgoing, incoming) => {
    const shop = await connect('commerce_a', { configuration: { direction } });
    const direct = await connect('mailing_platform');
    await derive();
    const there = { from: shop, to: direct, domains: everything, active: true };
    const back = { from: direct, to: shop, domains: everything, active: true };
    const found = await rules();
    expect(found).toHaveLength(Number(outgoing) + Number(incoming));
    if (outgoing) expect(found).toContainEqual(there);
    if (incoming) expect(found).toContainEqual(back);
  });

  it('a shop without configuration exports everything', async () => {
    const shop = await connect('commerce_b');
    const direct = await connect('user-platform');
    await derive();
    expect(await rules()).toEqual([{ from: shop, to: direct, domains: everything, active: true }]);
  });

  it('shop to direct carries the capabilities of the shop narrowed by its opt-in; direct to shop carries all domains', async () => {
    const shop = await connect('commerce_a', { configuration: { direction: 'both', data_types: ['orders'] } });
    const direct = await connect('mailing_platform');
    await derive();
    expect(await rules()).toEqual(
      expect.arrayContaining([
        { from: shop, to: direct, domains: ['orders'], active: true },
        { from: direct, to: shop, domains: everything, active: true },
      ]),
    );
  });

  it('a shop whose customer selected nothing exports nothing', async () => {
    await connect('commerce_a', { configuration: { data_types: [] } });
    await connect('mailing_platform');
    await derive();
    expect(await rules()).toEqual([]);
  });

  it('pairs every shop in active or error with every direct system in active or error of the tenant, and no other connection', async () => {
    const shops = [await connect('commerce_a'), await connect('commerce_b', { status: 'error' })];
    const directs = [await connect('mailing_platform'), await connect('user-platform', { status: 'error' })];
    for (const status of ['pending', 'inactive'] as const) await connect('commerce_a', { status });
    await connect('commerce_a', { status: 'disconnected', disconnectedAt: new Date() });
    await connect('mailing_platform', { tenantId: null });
    await connect('commerce_a', { deletedAt: new Date() });
    await derive();
    const pairs = (await rules()).map(({ from, to }) => `${from} ${to}`);
    expect(new Set(pairs)).toEqual(new Set(shops.flatMap((shop) => directs.map((direct) => `${shop} ${direct}`))));
  });

  it('deactivates rules that are no longer due, and reactivates them later', async () => {
    const shop = await connect('commerce_a');
    await connect('mailing_platform');
    await derive();
    const configure = (configuration: object) => database.dataSource.manager.update(SystemConnection, { id: shop }, { configuration });
    await configure({ direction: 'incoming' });
    await derive();
    expect((await rules()).filter(({ from }) => from === shop)).toMatchObject([{ active: false }]);
    await configure({ direction: 'outgoing', data_types: ['products'] });
    await derive();
    expect((await rules()).filter(({ from }) => from === shop)).toMatchObject([{ active: true, domains: ['products'] }]);
  });

  it('a shop in error keeps its rule when another connection of the tenant is saved or activated', async () => {
    const [shop, direct] = [await connect('commerce_a'), await connect('mailing_platform')];
    await derive();
    await database.dataSource.manager.update(SystemConnection, { id: shop }, { status: 'error' });
    const other = await connect('commerce_b');
    await derive();
    const rule = { to: direct, domains: everything, active: true };
    expect(await rules()).toEqual([
      { from: shop, ...rule },
      { from: other, ...rule },
    ]);
  });

  it('never changes a manual rule', async () => {
    const shop = await connect('commerce_a', { configuration: { direction: 'incoming' } });
    const direct = await connect('mailing_platform');
    const ends = { sourceConnectionId: shop, targetConnectionId: direct };
    const rule = await insertOwnSyncRule(database.dataSource, { tenantId, ...ends, dataDomains: ['customers'], isActive: true });
    await derive();
    expect((await stored()).filter(({ isDefault }) => !isDefault)).toEqual([rule]);
  });

  it('changes nothing when run again', async () => {
    await connect('commerce_a', { configuration: { direction: 'both' } });
    await connect('mailing_platform');
    expect(await derive()).toHaveLength(2);
    const after = await stored();
    expect(await derive()).toEqual([]);
    expect(await stored()).toEqual(after);
  });

  it('creates each rule once when run concurrently', async () => {
    await connect('commerce_a', { configuration: { direction: 'both' } });
    await connect('mailing_platform');
    const changes = await Promise.all(Array.from({ length: 12 }, derive));
    expect(changes.flat()).toHaveLength(2);
    expect(await rules()).toHaveLength(2);
  });
});
