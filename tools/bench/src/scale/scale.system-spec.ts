import { tmpdir } from 'node:os';
import { removeDoneTasks } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { fillDatabase } from './fill-database';
import { feedIndexSizes, measureFeedIndex } from './feed-index';
import { measureScale } from './measure-scale';
import { Scene } from './scene';
import { sizesOf } from './sizes';

const databases: TestDatabase[] = [];

async function createDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.ownerUrl;
}

afterAll(() => Promise.all(databases.map((database) => database.stop())));

it('fills every table to size, and leaves nothing to do', async () => {
  const url = await createDatabase();
  const scene = await Scene.open(url, await fillDatabase(url, 0.001));
  try {
    const { tenants, connections, records, runs, tasks } = sizesOf(0.001);
    const [filled] = await scene.sql<Record<string, number>>(
      `select (select count(*) from tenants)::int as tenants, (select count(*) from system_connections)::int as connections,
         ((select count(*) from orders) + (select count(*) from customers) + (select count(*) from products))::int as records,
         (select count(*) from sync_runs)::int as runs, (select count(*) from tasks)::int as tasks`,
    );
    expect(filled).toMatchObject({ tenants, connections, tasks });
    for (const [name, rows] of Object.entries({ records, runs }))
      expect({ name, share: (filled?.[name] ?? 0) / rows }).toEqual({ name, share: expect.closeTo(1, 1) as number });
    const schedule = {
      intervals: { daily: 86_400, hourly: 3_600, weekly: 604_800, every_six_hours: 21_600 },
      defaultFrequencies: { commerce_a: 'daily', commerce_b: 'daily' },
      fullSeconds: 604_800,
      reconcileSeconds: 86_400,
      quietHours: null,
    };
    expect(await scene.syncs.openDue(schedule, { maxQueued: 500, maxOpenOfTenant: 60 })).toBe(0);
    expect([await scene.claims.claimLeft('webhooks', 1_000), await removeDoneTasks(scene.dataSource)]).toEqual([[], 0]);
  } finally {
    await scene.close();
  }
});

it('compares every case on a large database with a small one, and explains the slow ones', async () => {
  const rows = await measureScale({ dataDir: tmpdir(), clock: () => null, createDatabase, stop: () => Promise.resolve() }, 0.002, 1);
  expect(rows.length).toBeGreaterThan(20);
  for (const { what, value, limit, ratio, detail } of rows) {
    expect({ what, value, limit }).toEqual({ what, value: expect.any(Number) as number, limit: expect.any(Number) as number });
    expect({ what, isExplained: detail?.includes('(actual ') ?? false }).toEqual({ what, isExplained: (ratio ?? NaN) > 1.25 });
  }
});

it('measures the index of the feed while products change', async () => {
  const row = await measureFeedIndex(await createDatabase(), () => null, feedIndexSizes(0.01));
  expect(row).toMatchObject({ unit: 'MiB', against: 'packed', ratio: expect.any(Number) as number });
});
