import { createHash } from 'node:crypto';
import type { TaskQueues } from '@sync/durable-work';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

export interface SentWebhook {
  topic: string | null;
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown;
  deliveryId?: string;
}

const insert = `
  insert into tasks (id, system_connection_id, topic, delivery_id, body, body_hash, queue, name, payload, state, max_attempts, request_id)
  values ($1, $2, $3, $4, $5, $6, 'webhooks', 'process-webhook', '{}', 'pending', 5, 'request-of-test')`;

/** Stores webhooks as the ingress does, and rings for a worker after the commit. Returns the ids of the tasks, in order. */
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
  queues.ring(['webhooks']);
  return taskIds;
}

function valuesOf({ topic, body, deliveryId }: SentWebhook): unknown[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [topic, deliveryId ?? null, text, createHash('sha256').update(text).digest()];
}

export interface ProcessedWebhook {
  state: string;
  attempts: number;
  last_error: string | null;
  body: string | null;
}

/** The tasks as they are now, in order of their ids; deleted ones are left out. */
export function webhookTasks(dataSource: DataSource, taskIds: readonly string[]): Promise<ProcessedWebhook[]> {
  return dataSource.query<ProcessedWebhook[]>(`select state, attempts, last_error, body from tasks where id = any($1) order by id`, [
    taskIds,
  ]);
}
