import type { EntityManager } from 'typeorm';

/** A webhook as the ingress stored it. */
export interface WebhookDelivery {
  connectionId: string;
  topic: string | null;
  /** JSON. Null once it was processed. */
  body: string | null;
  receivedAt: Date;
}

/** Null when it is gone, with its connection. */
export async function findDelivery(manager: EntityManager, taskId: string): Promise<WebhookDelivery | null> {
  const [delivery] = await manager.query<WebhookDelivery[]>(
    `select system_connection_id as "connectionId", topic, body, received_at as "receivedAt" from webhook_deliveries where task_id = $1`,
    [taskId],
  );
  return delivery ?? null;
}

/** What it said is stored, or nobody wants it: of the delivery remains what tells a copy of it. */
export async function eraseBody(manager: EntityManager, taskId: string): Promise<void> {
  await manager.query('update webhook_deliveries set body = null where task_id = $1', [taskId]);
}
