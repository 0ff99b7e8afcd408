import type { CallerEventType, DisabledReason, EndpointStatus, WebhookEndpoint } from '@sync/caller-webhooks';
import { Example, type Wire } from '../api-description/example';
import type { Instant, Uuid } from '../api-description/member-types';

export const exampleWebhookEndpoint: Wire<WebhookEndpointRepresentation> = {
  id: '01981c2e-4a15-7c21-8d3e-6b7f0a1c2d3e',
  url: 'https://erp.example/hooks/connection-sync',
  events: null,
  source_connection_ids: null,
  description: 'Orders into the ERP',
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  last_delivered_at: '2026-01-06T06:00:09.000Z',
  created_at: '2026-01-05T12:00:00.000Z',
  updated_at: '2026-01-05T12:00:00.000Z',
};

@Example<WebhookEndpointRepresentation>(exampleWebhookEndpoint)
export class WebhookEndpointRepresentation {
  id: Uuid;

  url: string;

  /** Null: all. */
  events: CallerEventType[] | null;

  /** Connections whose events it gets. Null: all. */
  source_connection_ids: Uuid[] | null;

  description: string | null;

  /** `disabled`: it takes no events, and gets none until it is enabled. */
  status: EndpointStatus;

  /** `gone`: it responded with 410. `failing`: all attempts failed for five days. */
  disabled_reason: DisabledReason | null;

  /** The first failure since the last success. Null: the last attempt succeeded. */
  failing_since: Instant | null;

  last_delivered_at: Instant | null;

  created_at: Instant;

  updated_at: Instant;
}

export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointRepresentation {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    source_connection_ids: endpoint.sourceConnectionIds,
    description: endpoint.description,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.failingSince,
    last_delivered_at: endpoint.lastDeliveredAt,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  };
}
