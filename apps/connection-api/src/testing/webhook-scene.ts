import { DeliverWebhooks } from '@sync/caller-webhooks';
import { KeyRing } from '@sync/credentials';
import { CallerHttp, HostAllowlist } from '@sync/integrations';
import { createDataSource } from '@sync/identity';
import { Notifications } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { initialise, type EmbeddingSystem } from './actors';
import { ConnectionApiUnderTest } from './connection-api-under-test';
import { WebhookReceiver, type ReceivedEvent } from './webhook-receiver';

export interface EndpointBody {
  id: string;
  secret: string;
  status: string;
  disabled_reason: string | null;
  failing_since: string | null;
}

export interface DeliveryBody {
  id: string;
  event_type: string;
  status: string;
  attempts: number;
  last_response_status: number | null;
  last_error: string | null;
  next_attempt_at: string | null;
}

/** An API, what delivers to callers beside it, and a caller that takes webhooks. */
export class WebhookScene {
  private delivering: { dataSource: DataSource; http: CallerHttp; deliver: DeliverWebhooks } | undefined;

  private constructor(
    readonly api: ConnectionApiUnderTest,
    readonly receiver: WebhookReceiver,
    readonly caller: EmbeddingSystem,
    private readonly encryptionKeys: string,
  ) {}

  static async start(): Promise<WebhookScene> {
    const encryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
    const api = await ConnectionApiUnderTest.start({ ENCRYPTION_KEYS: encryptionKeys });
    const scene = new WebhookScene(api, await WebhookReceiver.start(), await initialise(api), encryptionKeys);
    await scene.startDelivering();
    return scene;
  }

  async startDelivering(): Promise<void> {
    const { url } = this.api.database;
    const dataSource = await createDataSource({ url, poolSize: 8, applicationName: 'deliveries', queryTimeoutMs: 60_000 }).initialize();
    const http = new CallerHttp({ allowlist: new HostAllowlist(['127.0.0.0/8']) });
    const notifications = new Notifications({ databaseUrl: url, applicationName: 'notifications', channel: 'service_events' });
    const deliver = new DeliverWebhooks({
      dataSource,
      http,
      notifications,
      keys: KeyRing.parse(this.encryptionKeys),
      schedule: [0, 0.05, 0.05, 0.05],
    });
    await deliver.onApplicationBootstrap();
    this.delivering = { dataSource, http, deliver };
  }

  async stopDelivering(): Promise<void> {
    await this.delivering?.deliver.beforeApplicationShutdown();
    this.delivering?.http.close();
    await this.delivering?.dataSource.destroy();
    this.delivering = undefined;
  }

  async stop(): Promise<void> {
    await this.stopDelivering();
    await this.receiver.stop();
    await this.api.stop();
  }

  /** Nothing is left of an earlier test. */
  async forget(): Promise<void> {
    await this.api.query('delete from webhook_endpoints');
    await this.api.query('delete from caller_events');
    this.receiver.events.length = 0;
    this.receiver.respond = (_event, response) => void response.writeHead(204).end();
  }

  ask<T = Record<string, unknown>>(method: string, path = '', body?: unknown, token = this.caller.token) {
    return this.api.ask<T>(method, `/api/webhook-endpoints${path}`, { token, body });
  }

  async endpoint(values: object = {}): Promise<EndpointBody> {
    const { status, body, text } = await this.ask<EndpointBody>('POST', '', { url: this.receiver.urlOf(), ...values });
    if (status !== 201) throw new Error(text);
    return body;
  }

  async read(id: string): Promise<EndpointBody> {
    return (await this.ask<EndpointBody>('GET', `/${id}`)).body;
  }

  async deliveries(id: string, query = ''): Promise<DeliveryBody[]> {
    return (await this.ask<{ data: DeliveryBody[] }>('GET', `/${id}/deliveries${query}`)).body.data;
  }

  events(type: string): ReceivedEvent[] {
    return this.receiver.events.filter((event) => event.type === type);
  }
}
