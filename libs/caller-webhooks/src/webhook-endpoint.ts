import type { SqlRunner } from '@sync/postgres';
import type { CallerEventType } from './event-types';

export type EndpointStatus = 'enabled' | 'paused' | 'disabled';

/** `gone`: it responded with 410. `failing`: all attempts failed for too long. */
export type DisabledReason = 'gone' | 'failing';

/** Where a caller wants to hear of events. */
export interface WebhookEndpoint {
  id: string;
  /** The caller's. */
  systemConnectionId: string;
  url: string;
  /** Null: all. */
  events: CallerEventType[] | null;
  /** Null: all. */
  sourceConnectionIds: string[] | null;
  description: string | null;
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const members = `
  endpoint.id, endpoint.system_connection_id as "systemConnectionId", endpoint.url, endpoint.events,
  endpoint.source_connection_ids as "sourceConnectionIds", endpoint.description, endpoint.status, endpoint.disabled_reason as "disabledReason",
  endpoint.failing_since as "failingSince", endpoint.last_delivered_at as "lastDeliveredAt", endpoint.created_at as "createdAt", endpoint.updated_at as "updatedAt"`;

/** Those of a connection, by id, starting after the endpoint `after`. */
export async function listWebhookEndpoints(
  sql: SqlRunner,
  connectionId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<WebhookEndpoint[]> {
  return sql.query(
    `select ${members} from webhook_endpoints endpoint where system_connection_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [connectionId, after, limit],
  );
}

/** Null: the connection has no such endpoint. */
export async function findWebhookEndpoint(sql: SqlRunner, connectionId: string, id: string): Promise<WebhookEndpoint | null> {
  const [found] = await sql.query<WebhookEndpoint[]>(
    `select ${members} from webhook_endpoints endpoint where system_connection_id = $1 and id = $2`,
    [connectionId, id],
  );
  return found ?? null;
}

const setDueWhere = (endpoints: string) => `
  update webhook_endpoints endpoint set due_at = (
    select min(next_attempt_at) from webhook_deliveries
    where endpoint_id = endpoint.id and status = 'pending' and (endpoint.status = 'enabled' or is_asked)
  ) where ${endpoints}`;

/** SQL that sets when the next delivery of the endpoint $1 is due. A statement before it has locked the endpoint. */
export const setDue = setDueWhere('id = $1');

/** The same for all endpoints of the tenants $1. */
export const setDueOfTenants = setDueWhere('tenant_id = any ($1::uuid[])');
