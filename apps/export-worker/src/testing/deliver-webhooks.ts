import { createHash } from 'node:crypto';
import { DurableWork, type TaskQueues } from '@sync/durable-work';
import type { DataSource } from 'typeorm';

export interface SentWebhook {
  topic: string | null;
  /** What is no text is sent as JSON. */
  body: unknown;
  deliveryId?: string;
}

/** As the ingress does: delivery and task in one transaction, queued after its commit. Returns the ids of the tasks, in order. */
export async function deliverWebhooks(
  dataSource: DataSource,
  queues: TaskQueues,
  connectionId: string,
  webhooks: readonly SentWebhook[],
): Promise<string[]> {
  const work = new DurableWork(queues);
  const taskIds: string[] = [];
  await dataSource.transaction(async (manager) => {
    for (const { topic, body, deliveryId = null } of webhooks) {
      const options = { systemConnectionId: connectionId, requestId: 'request-of-test' };
      const taskId = await work.record(manager, 'process-webhook', {}, options);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      await manager.query(
        `insert into webhook_deliveries (task_id, system_connection_id, topic, delivery_id, body, body_hash) values ($1, $2, $3, $4, $5, $6)`,
        [taskId, connectionId, topic, deliveryId, text, createHash('sha256').update(text).digest()],
      );
      taskIds.push(taskId);
    }
  });
  await work.dispatch(taskIds);
  return taskIds;
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
