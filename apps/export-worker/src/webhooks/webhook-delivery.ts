import type { EntityManager } from 'typeorm';

/** A webhook as the ingress stored it. */
export interface WebhookDelivery {
  connectionId: string;
  topic: string | null;
  /** JSON. Null once it was processed. */
  body: string | null;
  receivedAt: Date;
}

const fields = 'system_connection_id as "connectionId", topic, body, received_at as "receivedAt"';

/** The version before stores it beside its task. */
const find = `
  select ${fields} from webhook_tasks where id = $1
  union all
  select ${fields} from only webhook_deliveries where task_id = $1`;

/** Null when it is gone, with its connection. */
export async function findDelivery(manager: EntityManager, taskId: string): Promise<WebhookDelivery | null> {
  const [delivery] = await manager.query<WebhookDelivery[]>(find, [taskId]);
  return delivery ?? null;
}
