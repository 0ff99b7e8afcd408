import { listOf, type ListOf } from './list';
import type { QueryOf } from './routes';
import type {
  NewWebhookEndpoint,
  PageQuery,
  RequestedDelivery,
  RotatedWebhookSecret,
  SecretRotation,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
} from './schemas';
import type { CallOptions, Transport } from './transport';

type Path = '/api/webhook-endpoints' | '/api/widget/webhook-endpoints';

/** What the session of a page may do with webhook endpoints, and a caller on its own routes. */
export class EndpointsOfPage {
  readonly deliveries: WebhookDeliveries;

  constructor(
    protected readonly transport: Transport,
    private readonly at: Path,
  ) {
    this.deliveries = new WebhookDeliveries(transport, at);
  }

  list(query?: PageQuery, options: CallOptions = {}): ListOf<'GET /api/webhook-endpoints'> {
    return listOf(this.transport, `GET ${this.at}`, { query }, options);
  }

  /** The endpoint, with the secret that verifies its deliveries and is shown once. */
  create(body: WebhookEndpointRequest, options: CallOptions = {}): Promise<NewWebhookEndpoint> {
    return this.transport.json(`POST ${this.at}`, { body }, options);
  }

  update(id: string, body: WebhookEndpointChange, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.transport.json(`PATCH ${this.at}/{endpoint_id}`, { path: [id], body }, options);
  }

  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json(`DELETE ${this.at}/{endpoint_id}`, { path: [id] }, options);
  }

  /** Sends an `endpoint.test`. */
  test(id: string, options: CallOptions = {}): Promise<RequestedDelivery> {
    return this.transport.json(`POST ${this.at}/{endpoint_id}/test`, { path: [id] }, options);
  }
}

/** `/api/webhook-endpoints`: where the service sends events, for `verifyWebhook()`. */
export class WebhookEndpoints extends EndpointsOfPage {
  constructor(transport: Transport) {
    super(transport, '/api/webhook-endpoints');
  }

  get(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.transport.json('GET /api/webhook-endpoints/{endpoint_id}', { path: [id] }, options);
  }

  /** A new secret, shown once. Both sign for `overlap_seconds`, by default a day. */
  rotateSecret(id: string, body: SecretRotation = {}, options: CallOptions = {}): Promise<RotatedWebhookSecret> {
    return this.transport.json('POST /api/webhook-endpoints/{endpoint_id}/rotate-secret', { path: [id], body }, options);
  }
}

type ListRoute = 'GET /api/webhook-endpoints/{endpoint_id}/deliveries';

/** `webhookEndpoints.deliveries` */
export class WebhookDeliveries {
  constructor(
    private readonly transport: Transport,
    private readonly at: Path,
  ) {}

  /** Newest first. */
  list(id: string, query?: QueryOf<ListRoute>, options: CallOptions = {}): ListOf<ListRoute> {
    return listOf(this.transport, `GET ${this.at}/{endpoint_id}/deliveries`, { path: [id], query }, options);
  }

  resend(id: string, deliveryId: string, options: CallOptions = {}): Promise<RequestedDelivery> {
    const path = [id, deliveryId];
    return this.transport.json(`POST ${this.at}/{endpoint_id}/deliveries/{delivery_id}/resend`, { path }, options);
  }
}
