import { systemCapabilities, type SystemCapability } from '@sync/records';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { insertOwnSyncRule } from '../sync-rules/own-sync-rules';
import { System } from '../systems/system.entity';
import { Tenant } from '../tenants/tenant.entity';
import { capabilitiesNow } from './capabilities-now';
import { SystemConnection, type ConnectionConfiguration } from './system-connection.entity';

const everything: SystemCapability[] = [...systemCapabilities];

interface Setting {
  declared?: string[];
  configuration?: ConnectionConfiguration | null;
  rules?: { domains: SystemCapability[]; active?: boolean }[];
}

describe('the capabilities the connection may pull in now', () => {
  let database: TestDatabase;
  let tenantId: string;

  beforeAll(async () => {
    database = await createTestDatabase({ isNew: true });
    tenantId = uuidv7();
    await database.dataSource.manager.save(Object.assign(new Tenant(), { id: tenantId, name: 'Calm Lake 1000' }));
  });
  afterAll(() => database.stop());

  const manager = () => database.dataSource.manager;

  async function systemOf(capabilities: string[]): Promise<string> {
    const [row] = await manager().query<{ id: string }[]>(
      `insert into systems (id, slug, name, driver, capabilities, is_direct) values ($1, $2, 'Test', 'commerce_a', $3, false) returning id`,
      [uuidv7(), uuidv7(), capabilities],
    );
    return row?.id ?? '';
  }

  async function connect(systemId: string | null, configuration: ConnectionConfiguration | null = null): Promise<string> {
    const connection = SystemConnection.start('direct initialisation', new Date(), { name: 'Shop', tenantId, systemId, configuration });
    await manager().save(connection);
    return connection.id;
  }

  async function rule(sourceConnectionId: string, dataDomains: SystemCapability[], isActive = true): Promise<void> {
    await insertOwnSyncRule(manager(), { tenantId, sourceConnectionId, targetConnectionId: await connect(null), dataDomains, isActive });
  }

  const ofConnection = async (id: string) =>
    (await manager().query<{ now: SystemCapability[] }[]>(`select ${capabilitiesNow('$1::uuid')} as now`, [id]))[0]?.now;

  async function now({ declared = everything, configuration = null, rules = [{ domains: everything }] }: Setting) {
    const id = await connect(await systemOf(declared), configuration);
    for (const { domains, active } of rules) await rule(id, domains, active);
    return ofConnection(id);
  }

  it('are those that its system declares, in the same order', async () => {
    expect(await now({ declared: ['orders', 'customers'] })).toEqual(['orders', 'customers']);
    const rules: Setting['rules'] = [{ domains: ['customers', 'orders', 'products'] }];
    expect(await now({ declared: ['orders', 'products', 'customers'], rules })).toEqual(['orders', 'products', 'customers']);
  });

  it('are narrowed by the configured opt-in', async () => {
    expect(await now({ configuration: { data_types: ['orders', 'customers'] } })).toEqual(['customers', 'orders']);
  });

  it('ignore a data type that the system does not declare', async () => {
    expect(await now({ declared: ['orders'], configuration: { data_types: ['products'] } })).toEqual([]);
  });

  it('are narrowed to the data_domains of the active outgoing sync rules', async () => {
    expect(await now({ rules: [{ domains: ['products'] }] })).toEqual(['products']);
    expect(await now({ configuration: { data_types: ['orders'] }, rules: [{ domains: ['products'] }] })).toEqual([]);
    expect(await now({ rules: [] })).toEqual([]);
  });

  it('are the union of several rules, each capability once', async () => {
    expect(await now({ rules: [{ domains: ['products', 'orders'] }, { domains: ['orders'] }] })).toEqual(['products', 'orders']);
  });

  it('ignore inactive and incoming rules', async () => {
    expect(await now({ rules: [{ domains: everything, active: false }] })).toEqual([]);
    const target = await connect(await systemOf(everything));
    const ends = { sourceConnectionId: await connect(null), targetConnectionId: target };
    await insertOwnSyncRule(manager(), { tenantId, ...ends, dataDomains: everything, isActive: true });
    expect(await ofConnection(target)).toEqual([]);
  });

  it('are an empty list without a system', async () => {
    const id = await connect(null);
    await rule(id, everything);
    expect(await ofConnection(id)).toEqual([]);
  });

  it('are not narrowed without a data_types opt-in', async () => {
    expect(await now({ configuration: null })).toHaveLength(3);
    expect(await now({ configuration: { direction: 'outgoing' } })).toHaveLength(3);
    expect(await now({ configuration: { data_types: null } as unknown as ConnectionConfiguration })).toHaveLength(3);
  });

  it('are empty for an empty opt-in: the customer selected nothing', async () => {
    expect(await now({ configuration: { data_types: [] } })).toEqual([]);
  });

  it('never exceed system, opt-in or rules', async () => {
    const some = fc.shuffledSubarray(everything);
    await fc.assert(
      fc.asyncProperty(some, fc.option(some), some, async (declared, optIn, domains) => {
        const result = await now({ declared, configuration: optIn && { data_types: optIn }, rules: [{ domains }] });
        expect(result).toEqual(declared.filter((c) => (optIn ?? declared).includes(c) && domains.includes(c)));
      }),
      { numRuns: 60 },
    );
  });

  it('narrow the default rules by the same opt-in', async () => {
    const commerceA = await manager().findOneByOrFail(System, { slug: 'commerce_a' });
    expect(
      await manager().query(
        `select array(select capability from unnest(capabilities) capability where opted_in('{"data_types": ["orders"]}', capability)) as left
         from systems where id = $1`,
        [commerceA.id],
      ),
    ).toEqual([{ left: ['orders'] }]);
  });

  it('are read by index for many connections', async () => {
    await manager().query(
      `with tenant as (select $1::uuid as id), made as (
         insert into system_connections (id, tenant_id, system_id, name, status)
         select gen_random_uuid(), tenant.id, system.id, 'many', 'active' from tenant, systems system, generate_series(1, 2000) where slug = 'commerce_a'
         returning id, tenant_id)
       insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       select gen_random_uuid(), tenant_id, id, id, '{orders}', true, true from made`,
      [tenantId],
    );
    await manager().query('analyze system_connections, sync_rules, systems');
    const plan = await manager().query<{ 'QUERY PLAN': string }[]>(
      `explain select capabilities from connection_capabilities
       where system_connection_id = any(array(select id from system_connections where name = 'many' limit 50))`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('sync_rules_of_source');
    expect(text).not.toContain('Seq Scan on sync_rules');
  });
});
