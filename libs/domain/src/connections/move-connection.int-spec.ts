import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { Tenant } from '../tenants/tenant.entity';
import {
  insertConnection,
  insertConnectionUnlessThere,
  lockConnection,
  logTransitions,
  moveConnection,
  type Move,
} from './move-connection';
import { SystemConnection } from './system-connection.entity';
import { connectionStatuses, IllegalTransition, transitions, type MoveTrigger, type SystemConnectionStatus } from './transitions';

interface LogRow {
  tenant_id: string | null;
  from_status: string;
  to_status: string;
  reason: string;
  actor: string;
  at: Date;
}

const moves = Object.entries(transitions) as [MoveTrigger, { from: readonly string[]; to: string }][];
const rows = moves.flatMap(([trigger, { from, to }]) => from.map((status) => ({ from: status, trigger, to })));
const kept = rows.filter(({ to }) => to !== '(deleted)');
const moved = kept.filter(({ from }) => from !== '(new)') as { from: SystemConnectionStatus; trigger: MoveTrigger; to: string }[];

describe('moving a connection along the state table', () => {
  let database: TestDatabase;
  let tenantId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    tenantId = uuidv7();
    await database.dataSource.manager.insert(Tenant, { id: tenantId, name: 'Swift Hill 1234' });
  });
  afterAll(() => database.stop());

  const log = (id: string) =>
    database.dataSource.query<LogRow[]>(
      'select tenant_id, from_status, to_status, reason, actor, at from connection_transitions where system_connection_id = $1 order by id',
      [id],
    );
  const stored = (id: string) => database.dataSource.manager.findOneByOrFail(SystemConnection, { id });
  const disconnectedSince = new Date('2026-01-01T00:00:00.000Z');

  async function connectionThatIs(status: SystemConnectionStatus): Promise<string> {
    const id = uuidv7();
    await database.dataSource.query(
      `insert into system_connections (id, tenant_id, name, status, disconnected_at) values ($1, $2, 'Shop', $3, $4)`,
      [id, tenantId, status, status === 'disconnected' ? disconnectedSince : null],
    );
    return id;
  }

  const move = (id: string, what: Move, values?: Parameters<typeof moveConnection>[3]) =>
    database.dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, id);
      await moveConnection(manager, connection!, what, values);
    });

  it.each(kept.filter(({ from }) => from === '(new)'))('$from, $trigger: $to, with one log row', async ({ trigger, to }) => {
    const at = new Date('2026-03-01T12:00:00.000Z');
    const { id } = await database.dataSource.transaction((manager) =>
      insertConnection(manager, { trigger, actor: 'plugin', at }, { name: 'Shop', tenantId }),
    );
    expect(await stored(id)).toMatchObject({ status: to, lastConnectedAt: to === 'active' ? at : null, disconnectedAt: null });
    expect(await log(id)).toEqual([{ tenant_id: tenantId, from_status: '(new)', to_status: to, reason: trigger, actor: 'plugin', at }]);
  });

  it('notes when its tenant first began to link a shop: by making a connection or claiming one, but not to a direct system', async () => {
    const { manager } = database.dataSource;
    const systems = await manager.query<{ id: string; slug: string }[]>(`select id, slug from systems`);
    const systemOf = (slug: string) => systems.find((system) => system.slug === slug)?.id ?? null;
    const began = async (begin: (tenant: string) => Promise<unknown>) => {
      const tenant = uuidv7();
      await manager.insert(Tenant, { id: tenant, name: 'Swift Hill 1234' });
      await begin(tenant);
      return (await manager.query<{ began: boolean }[]>('select linked_at is not null as began from tenants where id = $1', [tenant]))[0]
        ?.began;
    };
    const start = { trigger: 'tenant initiation', actor: 'plugin' } as const;
    const made = (values: object) => began((tenant) => insertConnection(manager, start, { name: 'Shop', tenantId: tenant, ...values }));
    expect(await made({ systemId: systemOf('mailing_platform') })).toBe(false);
    expect([await made({}), await made({ systemId: systemOf('commerce_a') })]).toEqual([true, true]);
    const claimed = await connectionThatIs('pending');
    const claim = { trigger: 'caller finalisation', actor: 'plugin' } as const;
    expect(await began((tenant) => move(claimed, claim, { tenantId: tenant, systemId: systemOf('commerce_b') }))).toBe(true);
  });

  it.each(moved)('$from, $trigger: $to, with the stamps of the state and one log row', async ({ from, trigger, to }) => {
    const at = new Date('2026-03-01T12:00:00.000Z');
    const id = await connectionThatIs(from);
    await move(id, { trigger, actor: 'administrator:7', at });
    expect(await stored(id)).toMatchObject({
      status: to,
      lastConnectedAt: to === 'active' ? at : null,
      disconnectedAt: to === 'disconnected' ? at : null,
    });
    expect(await log(id)).toEqual([
      { tenant_id: tenantId, from_status: from, to_status: to, reason: trigger, actor: 'administrator:7', at },
    ]);
  });

  const illegal = connectionStatuses.flatMap((from) =>
    moves
      .filter(([trigger, { to }]) => to !== '(deleted)' && !rows.some((row) => row.from === from && row.trigger === trigger))
      .map(([trigger]) => ({ from, trigger })),
  );

  it.each(illegal)('$from rejects $trigger, changing and logging nothing', async ({ from, trigger }) => {
    const id = await connectionThatIs(from);
    const before = await stored(id);
    await expect(move(id, { trigger, actor: 'plugin' }, { externalUserId: 'new' })).rejects.toThrow(IllegalTransition);
    expect(await stored(id)).toEqual(before);
    expect(await log(id)).toEqual([]);
  });

  it('keeps a supplied timestamp on entering disconnected, clears it on leaving, and sets a new one on re-entering', async () => {
    const id = await connectionThatIs('active');
    const supplied = new Date('2026-02-01T00:00:00.000Z');
    await move(id, { trigger: 'disconnection', actor: 'plugin' }, { disconnectedAt: supplied });
    expect((await stored(id)).disconnectedAt).toEqual(supplied);
    await move(id, { trigger: 'reconnection', actor: 'plugin' });
    expect((await stored(id)).disconnectedAt).toBeNull();
    const at = new Date('2026-03-01T00:00:00.000Z');
    await move(id, { trigger: 'disconnection', actor: 'plugin', at });
    expect((await stored(id)).disconnectedAt).toEqual(at);
  });

  it('commits the move and its log row together', async () => {
    const id = await connectionThatIs('active');
    const undone = database.dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, id);
      await moveConnection(manager, connection!, { trigger: 'disconnection', actor: 'plugin' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([(await stored(id)).status, await log(id)]).toEqual(['active', []]);
  });

  it('serialises 20 concurrent moves: each legal one is logged once, from the status before it', async () => {
    const id = await connectionThatIs('active');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) => move(id, { trigger: turn % 2 ? 'disconnection' : 'reconnection', actor: 'plugin' })),
    );
    const logged = await log(id);
    expect(logged).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length);
    const path = logged.map(({ from_status, to_status }) => `${from_status} ${to_status}`);
    expect(path.every((step, index) => step === (index % 2 ? 'disconnected active' : 'active disconnected'))).toBe(true);
    expect((await stored(id)).status).toBe(logged.at(-1)?.to_status);
  });

  it('does not find a deleted connection', async () => {
    const id = await connectionThatIs('disconnected');
    await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [id]);
    expect(await database.dataSource.transaction((manager) => lockConnection(manager, id))).toBeNull();
  });

  it('neither stores nor logs a connection that violates uniqueness', async () => {
    const [{ id: systemId }] = await database.dataSource.query<[{ id: string }]>(`select id from systems where slug = 'commerce_a'`);
    const registration = { trigger: 'plugin registration', actor: 'plugin' } as const;
    const shop = { name: 'Shop', systemId, baseUrl: 'https://one.example', storeBase: 'https://one.example' };
    const insert = () => insertConnectionUnlessThere(database.dataSource.manager, registration, shop);
    const created = await Promise.all([insert(), insert(), insert()]);
    const ids = created.flatMap((connection) => connection?.id ?? []);
    expect(ids).toHaveLength(1);
    const logged = `select system_connection_id as id from connection_transitions where reason = 'plugin registration' and tenant_id is null`;
    expect(await database.dataSource.query(logged)).toEqual([{ id: ids[0] }]);
  });

  it('logs the moves of many connections together, and none when one is illegal', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    const abandoned = { trigger: 'abandonment', actor: 'schedule' } as const;
    const of = (id: string, from: SystemConnectionStatus) => ({ id, tenantId: null, from });
    await logTransitions(database.dataSource.manager, abandoned, [of(one, 'pending'), of(other, 'pending')]);
    const row = { tenant_id: null, from_status: 'pending', to_status: '(deleted)', reason: 'abandonment', actor: 'schedule' };
    expect([...(await log(one)), ...(await log(other))]).toMatchObject([row, row]);
    const refused = logTransitions(database.dataSource.manager, abandoned, [of(one, 'pending'), of(other, 'active')]);
    await expect(refused).rejects.toThrow(IllegalTransition);
    expect(await log(one)).toHaveLength(1);
    await logTransitions(database.dataSource.manager, abandoned, []);
  });

  it('any sequence of moves: disconnected_at is stored exactly while disconnected, and the log has every move', async () => {
    const triggers = [...new Set(moved.map(({ trigger }) => trigger))];
    const sequences = fc.array(
      fc.tuple(fc.constantFrom(...triggers), fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(1e13) }))),
      { maxLength: 15 },
    );
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const id = await connectionThatIs('active');
      let status = 'active' as string;
      const expected: string[][] = [];
      for (const [trigger, supplied] of sequence) {
        const to = moved.find((row) => row.from === status && row.trigger === trigger)?.to;
        const attempt = move(id, { trigger, actor: 'breaker' }, { disconnectedAt: supplied });
        if (to === undefined) await expect(attempt).rejects.toThrow(IllegalTransition);
        else {
          await attempt;
          expected.push([status, to, trigger]);
          status = to;
        }
        const { disconnectedAt, ...connection } = await stored(id);
        expect([connection.status, disconnectedAt !== null]).toEqual([status, status === 'disconnected']);
      }
      expect((await log(id)).map(({ from_status, to_status, reason }) => [from_status, to_status, reason])).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
