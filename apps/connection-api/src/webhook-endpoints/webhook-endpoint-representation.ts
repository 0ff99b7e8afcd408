import type { CallerEventType, DisabledReason, EndpointStatus, WebhookEndpoint } from '@sync/caller-webhooks';
import { Example, type Instant, type Uuid, type Wire } from '@sync/http-api';

const exampleEndpoint: Wire<WebhookEndpointRepresentation> = {
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

@Example<WebhookEndpointRepresentation>(exampleEndpoint)
export class WebhookEndpointRepresentation {
  id: Uuid;

  url: string;

  /** Null: all. */
  events: CallerEventType[] | null;

  /** Connections of your company whose events it gets. Null: all. */
  source_connection_ids: Uuid[] | null;

  description: string | null;

  /** `disabled`: it takes no events, and gets none until you enable it. */
  status: EndpointStatus;

  /** `gone`: it responded with 410. `failing`: all attempts failed for five days. */
  disabled_reason: DisabledReason | null;

  /** The first failure since the last success. Null: the last attempt succeeded. */
  failing_since: Instant | null;

  last_delivered_at: Instant | null;

  created_at: Instant;

  updated_at: Instant;
}

const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

@Example<NewWebhookEndpoint>({ ...exampleEndpoint, last_delivered_at: null, secret: exampleSecret })
export class NewWebhookEndpoint extends WebhookEndpointRepresentation {
  /** Verifies what arrives. Shown only once. whsec_ and 32 bytes in base64. */
  secret: string;
}

@Example<RotatedWebhookSecret>({ secret: exampleSecret })
export class RotatedWebhookSecret {
  /** Shown only once. */
  secret: string;
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
