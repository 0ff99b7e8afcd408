import { Injectable } from '@nestjs/common';
import {
  ChangeWebhookEndpoints,
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
  translateRefusal,
  uuidShape,
  type ListWebhookDeliveriesInput,
  type Page,
  type PageInput,
  type RequestedDelivery,
  type WebhookDeliveryRepresentation,
  type WebhookEndpointRepresentation,
} from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { valuesOf, type ChangeWebhookEndpointInput, type CreateWebhookEndpointInput } from './webhook-endpoint-input';
import type { NewWebhookEndpoint, RotatedWebhookSecret } from './webhook-endpoint-representation';

const ownerOf = (caller: Caller) => ({ tenantId: tenantOf(caller), connectionId: caller.connectionId });

/** The endpoints of the caller's connection, for the routes of callers and those of pages. Throws Problem, 404, for any other. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: ChangeWebhookEndpoints,
  ) {}

  async create(caller: Caller, input: CreateWebhookEndpointInput): Promise<NewWebhookEndpoint> {
    const { endpoint, secret } = await refused(this.endpoints.create(ownerOf(caller), valuesOf(input)));
    return { ...presentWebhookEndpoint(endpoint), secret };
  }

  /** Newest first. */
  list({ connectionId }: Caller, input: PageInput): Promise<Page<WebhookEndpointRepresentation>> {
    return pageById(
      'webhook-endpoints',
      input,
      (place) => listWebhookEndpoints(this.dataSource, connectionId, place),
      (endpoints) => endpoints.map(presentWebhookEndpoint),
    );
  }

  async get({ connectionId }: Caller, id: string): Promise<WebhookEndpointRepresentation> {
    return present(uuidShape.test(id) ? await findWebhookEndpoint(this.dataSource, connectionId, id) : null);
  }

  async change(caller: Caller, id: string, input: ChangeWebhookEndpointInput): Promise<WebhookEndpointRepresentation> {
    return present(uuidShape.test(id) ? await refused(this.endpoints.change(ownerOf(caller), id, valuesOf(input))) : null);
  }

  async delete(caller: Caller, id: string): Promise<void> {
    if (!uuidShape.test(id) || !(await this.endpoints.delete(ownerOf(caller), id))) throw noSuchEndpoint();
  }

  async rotateSecret(caller: Caller, id: string, overlapSeconds: number): Promise<RotatedWebhookSecret> {
    const secret = uuidShape.test(id) ? await this.endpoints.rotateSecret(ownerOf(caller), id, overlapSeconds) : null;
    if (secret === null) throw noSuchEndpoint();
    return { secret };
  }

  async test(caller: Caller, id: string): Promise<RequestedDelivery> {
    const deliveryId = uuidShape.test(id) ? await this.endpoints.test(ownerOf(caller), id) : null;
    if (deliveryId === null) throw noSuchEndpoint();
    return { delivery_id: deliveryId };
  }

  /** Newest first. */
  async listDeliveries(
    { connectionId }: Caller,
    id: string,
    { status, ...input }: ListWebhookDeliveriesInput,
  ): Promise<Page<WebhookDeliveryRepresentation>> {
    if (!uuidShape.test(id) || !(await findWebhookEndpoint(this.dataSource, connectionId, id))) throw noSuchEndpoint();
    return pageById(
      `webhook-deliveries ${id}`,
      input,
      (place) => listWebhookDeliveries(this.dataSource, id, { status, ...place }),
      (deliveries) => deliveries.map(presentWebhookDelivery),
    );
  }

  async resend({ connectionId }: Caller, id: string, deliveryId: string): Promise<RequestedDelivery> {
    const areIds = uuidShape.test(id) && uuidShape.test(deliveryId);
    if (!areIds || !(await resendDelivery(this.dataSource, connectionId, id, deliveryId)))
      throw new Problem('not-found', 'This delivery does not exist.');
    return { delivery_id: deliveryId };
  }
}

function noSuchEndpoint(): Problem {
  return new Problem('not-found', 'This webhook endpoint does not exist.');
}

function present(endpoint: WebhookEndpoint | null): WebhookEndpointRepresentation {
  if (!endpoint) throw noSuchEndpoint();
  return presentWebhookEndpoint(endpoint);
}

async function refused<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw translateRefusal(error);
  }
}
