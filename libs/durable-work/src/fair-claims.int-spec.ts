import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import type { DataSource } from 'typeorm';
import { FairClaims, type Claimants } from './fair-claims';
import { newcomers } from './partitions';
import { insertSubpartition } from './testing/insert-tasks';

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }];
}

const known = ['derive-sync-rules'];
const uuid = (number: number): string => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [one, two, three] = [uuid(1), uuid(2), uuid(3)];

describe('a fair claim', () => {
  let database: TestDatabase;
  let claims: FairClaims;

  beforeAll(async () => {
    database = await createTestDatabase({ isNew: true });
  });
  beforeEach(async () => {
    claims = new FairClaims(database.dataSource, known);
    await database.dataSource.query('truncate tasks');
  });
  afterAll(() => database.stop());

  const insert = (partition: string, subpartition: string, count: number) =>
    insertSubpartition(database.dataSource, partition, subpartition, count);
  const next = async (claimants: Claimants = 'any'): Promise<string | null> => {
    const [claimed] = await claims.claim('sync-rules', claimants, 60_000);
    return !claimed ? null : (claimed.payload as { tenantId: string }).tenantId;
  };
  const take = async (count: number, claimants: Claimants = 'any'): Promise<(string | null)[]> => {
    const subpartitions: (string | null)[] = [];
    for (let claim = 0; claim < count; claim += 1) subpartitions.push(await next(claimants));
    return subpartitions;
  };
  const times = (subpartitions: (string | null)[], subpartition: string | null) =>
    subpartitions.filter((each) => each === subpartition).length;

  it('gives one partition every slot when no other has work', async () => {
    await insert(one, one, 20);
    expect(times(await take(20), one)).toBe(20);
    expect(await next()).toBeNull();
  });

  it('gives partitions equally many slots, however long their backlogs are', async () => {
    await insert(one, one, 3_000);
    await insert(two, two, 5);
    await insert(three, three, 2);
    const subpartitions = await take(12);
    expect([one, two, three].map((subpartition) => times(subpartitions, subpartition))).toEqual([5, 5, 2]);
    expect(new Set(subpartitions.slice(0, 3)).size).toBe(3);
  });

  it('counts the slots that other workers have given', async () => {
    await insert(one, one, 10);
    await take(4);
    await insert(two, two, 10);
    claims = new FairClaims(database.dataSource, known);
    expect(times(await take(4), two)).toBe(4);
  });

  it('serves every partition in turn when there are more than it compares at once', async () => {
    for (let partition = 1; partition <= 150; partition += 1) await insert(uuid(partition), uuid(partition), 2);
    expect(new Set(await take(150)).size).toBe(150);
  });

  it('gives all newcomers together one partition, and each of them the same of it', async () => {
    for (let tenant = 1; tenant <= 100; tenant += 1) await insert(newcomers, uuid(tenant), 5);
    await insert(uuid(999), uuid(999), 100);
    const subpartitions = await take(100);
    expect(times(subpartitions, uuid(999))).toBe(50);
    expect(new Set(subpartitions).size).toBe(51);
  });

  it('serves newcomers in turn, also between the short tasks of a hundred other tenants', async () => {
    for (let tenant = 1; tenant <= 3; tenant += 1) await insert(newcomers, uuid(tenant), 10);
    for (let tenant = 101; tenant <= 200; tenant += 1) await insert(uuid(tenant), uuid(tenant), 10);
    const served: (string | null)[] = [];
    for (let claim = 0; claim < 700; claim += 1) {
      served.push(await next());
      await database.dataSource.query(`update tasks set state = 'done' where held and state = 'pending'`);
    }
    expect([1, 2, 3].map((tenant) => times(served, uuid(tenant)))).toEqual([2, 2, 2]);
  });

  it('gives the connections of a partition equally many slots, the oldest task of each first', async () => {
    await insert(one, two, 50);
    await insert(one, three, 3);
    const subpartitions = await take(6);
    expect([two, three].map((subpartition) => times(subpartitions, subpartition))).toEqual([3, 3]);
    const held = await database.dataSource.query<{ position: number }[]>(
      `select (payload -> 'position')::int as position from tasks where held and subpartition = $1 order by position`,
      [two],
    );
    expect(held.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('leaves tasks that are not due, held or ended', async () => {
    await insert(one, one, 3);
    await database.dataSource.query(`update tasks set not_before = now() + interval '1 hour'`);
    expect(await next()).toBeNull();
    await database.dataSource.query(`update tasks set not_before = now(), held = true`);
    expect(await next()).toBeNull();
    await database.dataSource.query(`update tasks set state = 'failed', held = false`);
    expect(await next()).toBeNull();
  });

  it('reads no more after thousands of tasks have ended without a vacuum', async () => {
    const readOfHeld = async (): Promise<number> => {
      const [explained] = await database.dataSource.query<Explained[]>(
        `explain (analyze, buffers, format json) select * from held_by_partition('sync-rules')`,
      );
      return explained?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Infinity;
    };
    await database.dataSource.query('alter table tasks set (autovacuum_enabled = false)');
    await insert(one, one, 5_000);
    // What the planner knows of a busy service. By it, a bitmap scan is the cheapest.
    await database.dataSource.query(`update tasks set held = true where id in (select id from tasks limit 200)`);
    await database.dataSource.query('analyze tasks');
    for (let batch = 1; batch <= 50; batch += 1) {
      await database.dataSource.query(`update tasks set held = true where id in (select id from tasks where state = 'pending' limit 100)`);
      await database.dataSource.query(`update tasks set held = false, state = 'done' where held`);
    }
    // Until no transaction of the whole server began before the tasks ended, a scan may not mark what they left.
    await until(async () => (await readOfHeld()) < 50);
  });

  it('claims several tasks at once, the oldest of the first partition first, and no more than there are', async () => {
    await insert(one, one, 3);
    await insert(two, two, 3);
    const claimed = async () =>
      (await claims.claim('sync-rules', 'any', 60_000, 4)).map(({ payload }) => (payload as { tenantId: string }).tenantId).sort();
    expect(await claimed()).toEqual([one, one, one, two]);
    expect(await claimed()).toEqual([two, two]);
    expect(await claimed()).toEqual([]);
  });

  it('claims each task once (20 workers at once)', async () => {
    for (const partition of [one, two, three]) await insert(partition, partition, 40);
    const workers = Array.from({ length: 20 }, () => new FairClaims(database.dataSource, known));
    const claimed = await Promise.all(
      workers.map(async (worker) => {
        const ids: string[] = [];
        for (let claim = 0; claim < 5; claim += 1)
          ids.push((await worker.claim('sync-rules', 'any', 60_000))[0]?.id ?? `none ${ids.length}`);
        return ids;
      }),
    );
    expect(claimed.flat().filter((id) => id.startsWith('none'))).toEqual([]);
    expect(new Set(claimed.flat()).size).toBe(100);
  });

  it('passes over tasks that others are claiming, in order, until none is left', async () => {
    await insert(one, one, 1);
    await insert(two, two, 1);
    await insert(two, three, 2);
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from tasks where subpartition = any($1) for update', [[one, two]]);
    expect(await take(3)).toEqual([three, three, null]);
    await runner.rollbackTransaction();
    await runner.release();
    expect(new Set(await take(2))).toEqual(new Set([one, two]));
  });

  it.each([
    ['partitions', (number: number) => [uuid(number), uuid(number)]],
    ['subpartitions of one', (number: number) => [one, uuid(number)]],
  ])('finds the only task whose host has room behind 100 %s whose hosts have none', async (_what, keysOf) => {
    const { dataSource } = database;
    await dataSource.query('truncate shop_hosts');
    await dataSource.query(`insert into shop_hosts (host, max_in_flight) values ('https://full.example', 0), ('https://free.example', 1)`);
    for (let number = 1; number <= 101; number += 1) {
      await dataSource.query(
        `insert into tasks (id, queue, name, payload, state, max_attempts, partition, subpartition, shop_host)
         values (gen_random_uuid(), 'sync-rules', 'derive-sync-rules', '{}', 'pending', 5, $1, $2, $3)`,
        [...keysOf(number), number === 101 ? 'https://free.example' : 'https://full.example'],
      );
    }
    expect(await claims.claim('sync-rules', 'any', 60_000)).toMatchObject([{ isAtShop: true }]);
    expect(await claims.claim('sync-rules', 'any', 60_000)).toEqual([]);
    const held = 'select partition, subpartition, shop_host from tasks where held';
    const [partition, subpartition] = keysOf(101);
    expect(await dataSource.query(held)).toEqual([{ partition, subpartition, shop_host: 'https://free.example' }]);
  });

  it('reads as many blocks with a hundred times as many tasks', async () => {
    const blocks = async (): Promise<number> => {
      await database.dataSource.query('vacuum (analyze) tasks');
      let touched = Infinity;
      const createQueryRunner = () => ({ connect: () => Promise.resolve({ query }), release: () => Promise.resolve() });
      const query = async ({ text, values }: { text: string; values: unknown[] }) => {
        const [explained] = await database.dataSource.query<[Explained]>(`explain (analyze, buffers, format json) ${text}`, values);
        touched = explained['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
        return { rows: [] };
      };
      await new FairClaims({ createQueryRunner } as unknown as DataSource, known).claim('sync-rules', 'any', 60_000);
      return touched;
    };
    const fill = async (count: number) => {
      for (const partition of [one, two, three]) await insert(partition, partition, count);
    };
    await fill(50);
    const few = await blocks();
    await fill(5_000);
    // Another plan may cost a few blocks more; reading the backlog would cost more than ten times as many.
    expect(await blocks()).toBeLessThanOrEqual(few * 4);
  });

  describe('for a slot in reserve', () => {
    it('is for partitions with fewer slots than the average', async () => {
      await insert(one, one, 20);
      await take(8);
      expect(await next('poor partitions')).toBeNull();
      await insert(two, two, 20);
      expect(await take(9, 'poor partitions')).toEqual([...Array<string>(8).fill(two), null]);
    });

    it('is for newcomers with fewer slots than the average newcomer', async () => {
      await insert(newcomers, one, 20);
      await take(8);
      expect(await next('poor newcomers')).toBeNull();
      await insert(newcomers, two, 20);
      expect(await next('poor partitions')).toBeNull();
      expect(await take(9, 'poor newcomers')).toEqual([...Array<string>(8).fill(two), null]);
    });
  });
});
