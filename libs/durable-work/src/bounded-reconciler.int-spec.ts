import { Logger } from '@nestjs/common';
import { countBlocks, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { DataSource } from 'typeorm';
import { TaskQueues } from './task-queues';
import { TaskReconciler } from './task-reconciler';
import type { TaskRunner } from './task-runner';

let database: TestDatabase;
let queues: TaskQueues;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase({ isNew: true });
  queues = TaskQueues.open({ databaseUrl: database.url });
  await queues.waitUntilReady();
});
afterAll(async () => {
  await queues.close();
  await database.stop();
});

const insertOverdue = (queue: string, count: number) =>
  database.dataSource.query(
    `insert into tasks (id, queue, name, payload, state, max_attempts, not_before)
     select gen_random_uuid(), $1, 'any', '{}', 'pending', 5, now() - interval '1 minute' + number * interval '1 ms' from generate_series(1, $2::int) as number`,
    [queue, count],
  );

it('the reconciler reads no more of a backlog than it queues again, and each queue has its part', async () => {
  let requeued = 0;
  const blocksOfTurn = async () => {
    await database.dataSource.query('vacuum (analyze) tasks');
    return countBlocks(database.dataSource, async (session) => {
      const reconciler = new TaskReconciler(session as unknown as DataSource, queues, null as unknown as TaskRunner);
      requeued = await reconciler.reconcile();
    });
  };
  await insertOverdue('bulk-sync', 3);
  await insertOverdue('sync-rules', 3_000);
  const few = await blocksOfTurn();
  expect(requeued).toBe(2_003);
  await insertOverdue('page-ranges', 60_000);
  const many = await blocksOfTurn();
  expect(requeued).toBe(2_003);
  expect(many).toBeLessThanOrEqual(few * 1.5);
});
