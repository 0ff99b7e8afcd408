import type { SqlRunner } from '@sync/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { lockEndpoint, wakeWorker } from './change-webhook-endpoints';
import type { CallerEventType } from './event-types';
import { setDue } from './webhook-endpoint';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event for an endpoint. */
export interface WebhookDelivery {
  id: string;
  eventType: CallerEventType;
  status: DeliveryStatus;
  attempts: number;
  lastResponseStatus: number | null;
  /** In words for a person. */
  lastError: string | null;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

const list = `
  select id, event_type as "eventType", status, attempts, last_response_status as "lastResponseStatus", last_error as "lastError",
    next_attempt_at as "nextAttemptAt", delivered_at as "deliveredAt", created_at as "createdAt"
  from webhook_deliveries
  where endpoint_id = $1 and ($2::uuid is null or id < $2)`;

/** Newest first, starting after the delivery `after`. */
export async function listWebhookDeliveries(
  sql: SqlRunner,
  endpointId: string,
  { status, after, limit }: { status?: DeliveryStatus; after: string | null; limit: number },
): Promise<WebhookDelivery[]> {
  const condition = status === undefined ? '' : 'and status = $4';
  const values = [endpointId, after, limit, ...(status === undefined ? [] : [status])];
  return sql.query(`${list} ${condition} order by id desc limit $3`, values);
}

/**
 * Sends a delivery again, under the same id and also to an endpoint that is not enabled. One that is still pending is sent now. False: the
 * connection has no endpoint with such a delivery. `alongside` runs in the transaction.
 */
export async function resendDelivery(
  dataSource: DataSource,
  connectionId: string,
  endpointId: string,
  id: string,
  alongside?: (manager: EntityManager) => Promise<void>,
): Promise<boolean> {
  return dataSource.transaction(async (manager) => {
    if (!(await lockEndpoint(manager, connectionId, endpointId))) return false;
    const [resent] = await manager.query<[unknown[]]>(
      `update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null, is_asked = true
       where id = $1 and endpoint_id = $2 returning id`,
      [id, endpointId],
    );
    if (resent.length === 0) return false;
    await manager.query(setDue, [endpointId]);
    await wakeWorker(manager, endpointId);
    await alongside?.(manager);
    return true;
  });
}
