import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { DurableWork } from './durable-work';
import { TaskQueues } from './task-queues';
import { FairClaims } from './fair-claims';
import { credentialsHash, storeWebhooks, type WebhookDelivery } from './webhook-tasks';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

const sql = <T = Record<string, unknown>>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const store = (deliveries: readonly WebhookDelivery[]) =>
  storeWebhooks(async ({ text, values }) => ({ rows: await sql(text, values) }), deliveries, ['active']);
const connect = async (status = 'active') => {
  const [row] = await sql<{ id: string; hash: string }>(
    `insert into system_connections (id, name, status, credentials) values ($1::uuid, 'shop', $2, 'v1.k.' || $1::uuid::text || '.c.t')
     returning id, ${credentialsHash} as hash`,
    [uuidv7(), status],
  );
  return row ?? { id: '', hash: '' };
};
const delivery = ({ id, hash }: { id: string; hash: string }, values: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  taskId: uuidv7(),
  systemConnectionId: id,
  credentialsHash: hash,
  topic: 'order.updated',
  deliveryId: null,
  body: Buffer.from('{"name":"ä€😀"}'),
  requestId: 'request-1',
  traceparent: null,
  ...values,
});

it('a stored webhook is an ordinary task plus its delivery', async () => {
  const connection = await connect();
  const webhook = delivery(connection, { deliveryId: 'one' });
  expect(await store([webhook])).toEqual({ recorded: [webhook.taskId], stale: [] });
  const queues = TaskQueues.open({ databaseUrl: database.url });
  const options = { systemConnectionId: connection.id, requestId: 'request-1' };
  const work = new DurableWork(queues, database.dataSource);
  const recorded = await work.transaction((_, enqueue) => enqueue('process-webhook', {}, options));
  await queues.close();
  const row = async (id: string) => (await sql('select * from tasks where id = $1', [id]))[0];
  const { id: _id, not_before: _due, created_at: _created, updated_at: _updated, ...task } = (await row(recorded)) ?? {};
  expect(await row(webhook.taskId)).toMatchObject({
    ...task,
    topic: 'order.updated',
    delivery_id: 'one',
    body: webhook.body.toString(),
    body_hash: createHash('sha256').update(webhook.body).digest(),
  });
  const claims = new FairClaims(database.dataSource, ['process-webhook']);
  expect((await claims.claim('webhooks', 'any', 60_000))[0]).toMatchObject({
    id: webhook.taskId,
    systemConnectionId: connection.id,
    topic: 'order.updated',
    body: webhook.body.toString(),
    recordedAt: expect.any(Date) as Date,
  });
});

it('a batch distinguishes new deliveries, copies and stale senders', async () => {
  const [active, inactive] = [await connect(), await connect('inactive')];
  const first = delivery(active, { deliveryId: 'same' });
  const copy = { ...first, taskId: uuidv7() };
  const others = [delivery(inactive), delivery({ ...active, hash: '1' }), delivery({ id: uuidv7(), hash: active.hash })];
  expect(await store([others[0]!, first, others[1]!, copy, others[2]!])).toEqual({
    recorded: [first.taskId],
    stale: others.map(({ taskId }) => taskId),
  });
  expect(await store([copy])).toEqual({ recorded: [], stale: [] });
  expect(await sql('select from tasks where id = $1', [copy.taskId])).toEqual([]);
});

it('a task cannot be done while it holds a body', async () => {
  const webhook = delivery(await connect());
  await store([webhook]);
  await expect(sql(`update tasks set state = 'done' where id = $1`, [webhook.taskId])).rejects.toThrow('no_body_once_done');
});
