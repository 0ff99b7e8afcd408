import { createHash } from 'node:crypto';
import { DurableWork, type TaskQueues } from '@sync/durable-work';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

export interface SentWebhook {
  topic: string | null;
  /** What is no text is sent as JSON. */
  body: unknown;
  deliveryId?: string;
}

const insert = `
  insert into webhook_tasks (id, task_id, system_connection_id, topic, delivery_id, body, body_hash, queue, name, payload, state, max_attempts, request_id)
  values ($1, $1, $2, $3, $4, $5, $6, 'webhooks', 'process-webhook', '{}', 'pending', 5, 'request-of-test')`;

/** As the ingress does: rows that are delivery and task, queued after the commit. Returns the ids of the tasks, in order. */
export async function deliverWebhooks(
  dataSource: DataSource,
  queues: TaskQueues,
  connectionId: string,
  webhooks: readonly SentWebhook[],
): Promise<string[]> {
  const taskIds = webhooks.map(() => uuidv7());
  await dataSource.transaction(async (manager) => {
    for (const [place, webhook] of webhooks.entries()) await manager.query(insert, [taskIds[place], connectionId, ...valuesOf(webhook)]);
  });
  await queues.offer(taskIds.map((id) => ({ id, queue: 'webhooks' })));
  return taskIds;
}

/** As the ingress of the version before does: delivery and task are a row each. Returns the id of the task. */
export async function deliverAsBefore(
  dataSource: DataSource,
  queues: TaskQueues,
  connectionId: string,
  webhook: SentWebhook,
): Promise<string> {
  return new DurableWork(queues, dataSource).transaction(async (manager, enqueue) => {
    const id = await enqueue('process-webhook', {}, { systemConnectionId: connectionId, requestId: 'request-of-test' });
    await manager.query(
      `insert into webhook_deliveries (task_id, system_connection_id, topic, delivery_id, body, body_hash) values ($1, $2, $3, $4, $5, $6)`,
      [id, connectionId, ...valuesOf(webhook)],
    );
    return id;
  });
}

function valuesOf({ topic, body, deliveryId }: SentWebhook): unknown[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [topic, deliveryId ?? null, text, createHash('sha256').update(text).digest()];
}

export interface ProcessedWebhook {
  state: string;
  attempts: number;
  last_error: string | null;
  /** Of the delivery. */
  body: string | null;
}

/** What became of the tasks so far, in their order; those that are gone are left out. */
export function webhookTasks(dataSource: DataSource, taskIds: readonly string[]): Promise<ProcessedWebhook[]> {
  return dataSource.query<ProcessedWebhook[]>(
    `select state, attempts, last_error, body from tasks join webhook_deliveries on task_id = id where id = any($1) order by id`,
    [taskIds],
  );
}
