import { Logger } from '@nestjs/common';
import { createTestDatabase, ServerGate, until } from '@sync/test-harness';
import { DurableWork } from './durable-work';
import { TaskQueues } from './task-queues';

it('callers do not wait for a queue that hangs, and the log says that workers poll', async () => {
  const database = await createTestDatabase();
  const gate = await ServerGate.open(database.url);
  const queues = TaskQueues.open({ databaseUrl: gate.url });
  await queues.waitUntilReady();
  const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const work = new DurableWork(queues, database.dataSource);
  gate.stick();
  const ids = [];
  for (let task = 0; task < 100; task += 1)
    ids.push(await work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId: 'tenant', thenSync: null })));
  expect(await database.dataSource.query<unknown[]>('select from tasks where id = any($1)', [ids])).toHaveLength(100);
  const said = () => warnings.mock.calls.filter(([line]) => JSON.stringify(line).includes('workers not rung')).length;
  await until(() => said() > 0);
  // One ring stands for all of them.
  expect(said()).toBeLessThan(5);
  warnings.mockRestore();
  await gate.cut();
  await queues.close();
  await database.stop();
});
