import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { createTestDatabase, StartedService, type TestDatabase } from '@sync/test-harness';
import { connectPath } from './visitor';

const shopNames = ['demo-shop-a', 'demo-shop-b'] as const;
/** Several pages of orders, so that a sync has progress to show. */
const severalPages = { customers: 40, products: 30, orders: 120 };
/** One page of each kind. Each linked shop is exported, and the tests of the widgets link a hundred. */
export const onePage = { customers: 4, products: 3, orders: 12 };
export type ShopName = (typeof shopNames)[number];

export interface Tenant {
  tenantId: string;
  connectionId: string;
  token: string;
}

/** The whole service as `npm start` runs it: gateway, apps and demo shops, on a database of its own. */
export class RunningService {
  private constructor(
    private readonly service: StartedService,
    /** Of the gateway. */
    readonly url: string,
    readonly dataFolder: string,
    private readonly given: TestDatabase | null,
  ) {}

  /** On a test database; null: on the Postgres that it brings along. */
  static async start(environment: Record<string, string> = {}, given?: null, sizes = severalPages): Promise<RunningService> {
    const database = given === null ? null : await createTestDatabase();
    const dataFolder = mkdtempSync(join(tmpdir(), 'browser-tests-'));
    // Services of other test files start at the same time and would pick the same ports.
    for (const shop of shopNames) writeFileSync(join(dataFolder, `${shop}.json`), JSON.stringify({ port: await freePort(), sizes }));
    const own = { DATABASE_URL: database?.ownerUrl ?? '', DATA_FOLDER: dataFolder };
    // Shops that fail for longer than two seconds are given up.
    const settings = { REGISTER_RATE_LIMIT_PER_MINUTE: '100000', DIRECT_INIT_MAX_PER_MINUTE: '0', OUTAGE_TOLERANCE_SECONDS: '2' };
    const service = new StartedService({ ...own, ...settings, ...environment });
    return new RunningService(service, await service.ready(), dataFolder, database);
  }

  get database(): TestDatabase {
    if (!this.given) throw new Error('The service runs on the Postgres that it brings along.');
    return this.given;
  }

  /** Everything it has printed. */
  get output(): string {
    return this.service.output;
  }

  shopUrl(name: ShopName): string {
    return new RegExp(`^${name}\\s+(http://[^/\\s]+)`, 'm').exec(this.output)?.[1] ?? '';
  }

  /** What a shop's owner would copy from its administration: of the first shop `credentials`, of the second `apiKey`. */
  shopSecrets<T>(name: ShopName): T {
    return (JSON.parse(readFileSync(join(this.dataFolder, `${name}.json`), 'utf8')) as { secrets: T }).secrets;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.given?.stop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  /** Returns the JSON of the response. Rejects unless it succeeded. */
  async ask<T>(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(this.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** Initialises a new tenant, as a direct system does. Without a name the service makes one. */
  async tenant(slug = 'mailing_platform', name?: string): Promise<Tenant> {
    const made = await this.ask<{ tenant_id: string; token: string; connection: { id: string } }>('POST', connectPath, {
      body: { system_slug: slug, tenant_name: name },
    });
    return { tenantId: made.tenant_id, connectionId: made.connection.id, token: made.token };
  }

  /** The token of one page of the tenant. */
  async session(page: 'connector' | 'webhooks', { token }: Pick<Tenant, 'token'>): Promise<string> {
    return (await this.ask<{ token: string }>('POST', '/api/widget/sessions', { token, body: { page } })).token;
  }

  /** Calls the control endpoint of a demo shop, for example `finalise`. */
  async shop<T>(name: ShopName, action: string, input: unknown = {}): Promise<T> {
    const response = await fetch(`${this.shopUrl(name)}/__control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${name} ${action} responded ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Of the first demo shop, signed but without a topic: it fails permanently. */
  async sendUnusableWebhook(connectionId: string, record: unknown): Promise<void> {
    const { credentials } = this.shopSecrets<{ credentials: { webhook_secret: string } }>('demo-shop-a');
    const body = JSON.stringify(record);
    const signature = createHmac('sha256', credentials.webhook_secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
    const response = await fetch(`${this.url}/api/webhooks/${connectionId}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The webhook was refused: ${response.status}`);
  }

  /** The shop's plugin completes the handshake of a tenant. */
  finalise(name: ShopName, connectionToken: string): Promise<unknown> {
    return this.shop(name, 'finalise', { service_url: this.url, connection_token: connectionToken });
  }

  /** The shop's plugin starts the handshake and the tenant completes it. `widgetToken`: for the plugin's settings widget. */
  async linkedShop(name: ShopName, tenant: Tenant): Promise<{ widgetToken: string; connectionId: string }> {
    const registered = await this.shop<{ connection_token: string; widget_token: string }>(name, 'register', { service_url: this.url });
    const connection = await this.ask<{ id: string }>('POST', connectPath, {
      token: tenant.token,
      body: { connection_token: registered.connection_token },
    });
    return { widgetToken: registered.widget_token, connectionId: connection.id };
  }
}
