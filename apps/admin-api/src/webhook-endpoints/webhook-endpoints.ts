import { Injectable } from '@nestjs/common';
import {
  enableWebhookEndpoint,
  findWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendDelivery,
  type WebhookEndpoint,
} from '@sync/caller-webhooks';
import {
  pageById,
  presentWebhookDelivery,
  presentWebhookEndpoint,
  type ListWebhookDeliveriesInput,
  type Page,
  type PageInput,
  type WebhookDeliveryRepresentation,
  type WebhookEndpointRepresentation,
} from '@sync/http-api';
import { recordAudit } from '@sync/identity';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';

/** Where an endpoint is, and in which connection it is. */
export interface EndpointPlace {
  connectionId: string;
  id: string;
}

/** Where callers hear of events. Throws Problem, 404, for an endpoint or delivery that the connection does not have. */
@Injectable()
export class WebhookEndpoints {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  list(connectionId: string, input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return pageById(
      `webhook-endpoints ${connectionId}`,
      input,
      (place) => listWebhookEndpoints(this.dataSource, connectionId, place),
      (endpoints) => endpoints.map(presentForAdministrator),
    );
  }

  /** Newest first. */
  async deliveries(
    { connectionId, id }: EndpointPlace,
    { status, ...input }: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    if (!(await findWebhookEndpoint(this.dataSource, connectionId, id))) throw noSuch('webhook endpoint');
    return pageById(
      `webhook-deliveries ${id}`,
      input,
      (place) => listWebhookDeliveries(this.dataSource, id, { status, ...place }),
      (deliveries) => deliveries.map(presentWebhookDelivery),
    );
  }

  /** One that is enabled stays as it is. */
  async enable({ origin }: SignedInUser, { connectionId, id }: EndpointPlace): Promise<WebhookEndpointRepresentation> {
    const object = { type: 'webhook_endpoint', id } as const;
    const endpoint = await enableWebhookEndpoint(this.dataSource, connectionId, id, (manager, { status, disabledReason }) =>
      recordAudit(manager, {
        ...origin,
        action: 'webhook_endpoint.enable',
        object,
        before: { status, disabled_reason: disabledReason },
        after: { status: 'enabled', connection_id: connectionId },
      }),
    );
    if (!endpoint) throw noSuch('webhook endpoint');
    return presentForAdministrator(endpoint);
  }

  async resend({ origin }: SignedInUser, { connectionId, id }: EndpointPlace, deliveryId: string): Promise<void> {
    const object = { type: 'webhook_endpoint', id } as const;
    const after = { delivery_id: deliveryId, connection_id: connectionId };
    const isResent = await resendDelivery(this.dataSource, connectionId, id, deliveryId, (manager) =>
      recordAudit(manager, { ...origin, action: 'webhook_endpoint.resend', object, after }),
    );
    if (!isResent) throw noSuch('delivery');
  }
}

/** Callers put tokens of their own into the query: support needs to know which endpoint it is, and no more. */
function presentForAdministrator(endpoint: WebhookEndpoint): WebhookEndpointRepresentation {
  const { origin, pathname, search } = new URL(endpoint.url);
  return { ...presentWebhookEndpoint(endpoint), url: `${origin}${pathname}${search === '' ? '' : '?…'}` };
}
