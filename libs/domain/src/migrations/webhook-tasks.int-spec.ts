import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WebhookTasks1790000000008 } from './webhook-tasks';

interface Row {
  state: string;
  attempts: number;
  last_error: string | null;
  retried_at: Date | null;
  topic: string | null;
  delivery_id: string | null;
  body: string | null;
}

describe('webhooks that the version before stored, a row for the task and a row for the delivery', () => {
  let database: TestDatabase;
  const connection = uuidv7();
  const ids = { pending: uuidv7(), failed: uuidv7(), done: uuidv7(), doneLongAgo: uuidv7(), other: uuidv7(), late: uuidv7() };

  const sql = <T = Row>(text: string, parameters: unknown[] = []): Promise<T[]> => database.dataSource.query<T[]>(text, parameters);
  const insertTask = (id: string, state: string, name = 'process-webhook') =>
    sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error)
       values ($1, 'webhooks', $2, '{}', $3, $4, 2, 5, 'Not yet.')`,
      [id, name, connection, state],
    );
  const insertDelivery = (id: string, body: string | null, receivedAgo = '1 hour') =>
    sql(
      `insert into webhook_deliveries (task_id, system_connection_id, topic, delivery_id, body, body_hash, received_at)
       values ($1, $2, 'order.updated', $3, $4, sha256($1::uuid::text::bytea), now() - $5::interval)`,
      [id, connection, `delivery ${id}`, body, receivedAgo],
    );
  const moved = async (id: string) => (await sql('select * from webhook_tasks where id = $1 and task_id = $1', [id]))[0];
  const left = async (id: string) =>
    (await sql('select from only tasks where id = $1 union all select from only webhook_deliveries where task_id = $1', [id])).length;

  beforeAll(async () => {
    database = await createTestDatabase();
    await sql(`
      drop table webhook_tasks;
      drop trigger erase_body_of_done on tasks;
      drop function erase_webhook_body(), erase_delivery_body()`);
    await sql(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [connection]);
    for (const [id, state, body, ago] of [
      [ids.pending, 'pending', '{"id":1}', '3 days'],
      [ids.failed, 'failed', '{"id":2}', '3 days'],
      [ids.done, 'done', null, '23 hours'],
      [ids.doneLongAgo, 'done', null, '25 hours'],
    ] as const) {
      await insertTask(id, state);
      await insertDelivery(id, body, ago);
    }
    await insertTask(ids.other, 'pending', 'plan-sync-run');
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await new WebhookTasks1790000000008().up(runner);
    await runner.commitTransaction();
    await runner.release();
  });
  afterAll(() => database.stop());

  it.each([
    ['pending', '{"id":1}'],
    ['failed', '{"id":2}'],
  ] as const)('what is %s moves, with all that is known of it', async (state, body) => {
    expect(await moved(ids[state])).toMatchObject({
      state,
      attempts: 2,
      last_error: 'Not yet.',
      retried_at: null,
      topic: 'order.updated',
      delivery_id: `delivery ${ids[state]}`,
      body,
    });
    expect(await left(ids[state])).toBe(0);
  });

  it('"the same connection, delivery id and body seen within 24 h": what tells a copy moves, what is older stays until it is cleared away', async () => {
    expect(await moved(ids.done)).toMatchObject({ state: 'done', body: null });
    const copy = `
      insert into webhook_tasks (id, task_id, queue, name, payload, state, max_attempts, system_connection_id, delivery_id, body_hash)
      select $2, $2, queue, name, payload, 'pending', max_attempts, system_connection_id, delivery_id, body_hash from webhook_tasks where id = $1`;
    await expect(sql(copy, [ids.done, uuidv7()])).rejects.toThrow('one_of_each_webhook');
    expect(await moved(ids.doneLongAgo)).toBeUndefined();
    expect(await left(ids.doneLongAgo)).toBe(2);
  });

  it('tasks of other kinds stay where they are', async () => {
    expect([await moved(ids.other), await left(ids.other)]).toEqual([undefined, 1]);
  });

  it('whoever asks the tables of the version before finds each webhook once', async () => {
    expect(await sql('select from tasks')).toHaveLength(5);
    expect(await sql('select from webhook_deliveries join tasks on id = task_id')).toHaveLength(4);
  });

  it('of a delivery whose task is done the body goes, whichever version stored it', async () => {
    await insertTask(ids.late, 'pending');
    await insertDelivery(ids.late, '{"id":3}');
    await sql(`update tasks set attempts = attempts + 1 where id = any($1)`, [[ids.late, ids.pending]]);
    const bodies = () => sql('select body from webhook_deliveries where task_id = any($1) order by body', [[ids.late, ids.pending]]);
    expect(await bodies()).toEqual([{ body: '{"id":1}' }, { body: '{"id":3}' }]);
    await sql(`update tasks set state = 'done' where id = any($1)`, [[ids.late, ids.pending]]);
    expect(await bodies()).toEqual([{ body: null }, { body: null }]);
  });
});
