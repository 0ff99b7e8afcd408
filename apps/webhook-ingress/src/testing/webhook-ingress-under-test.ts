import { createHmac, randomBytes } from 'node:crypto';
import { request, type Agent } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CredentialsCipher, KeyRing, type Credentials } from '@sync/credentials';
import type { SystemConnectionStatus } from '@sync/domain';
import { createService, JsonLogger, loadConfiguration } from '@sync/service-runtime';
import { createTestDatabase, wayToDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WebhookIngressConfiguration } from '../configuration';
import { webhookIngress } from '../webhook-ingress';

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Record<string, unknown>;
}

export interface Sent {
  method?: string;
  path?: string;
  /** In order; names may repeat. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Buffer;
}

export interface Shop {
  id: string;
  secret: string;
}

export interface ConnectionOptions {
  status?: SystemConnectionStatus;
  /** Default: credentials that hold the secret; null: none. */
  credentials?: Credentials | null;
  secret?: string;
  deleted?: boolean;
  /** Default: none. */
  baseUrl?: string;
  /** Default: as `baseUrl`. */
  storeBase?: string;
}

export interface Kept {
  id: string;
  system_connection_id: string;
  topic: string | null;
  delivery_id: string | null;
  body: string;
  body_hash: Buffer;
}

/** Connections and webhooks in a database. */
export class Shops {
  readonly encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
  private readonly cipher = new CredentialsCipher(KeyRing.parse(this.encryptionKeys));

  constructor(readonly database: TestDatabase) {}

  async connect({ status = 'active', secret = randomBytes(32).toString('hex'), ...rest }: ConnectionOptions = {}): Promise<Shop> {
    const id = uuidv7();
    const { credentials = { webhook_secret: secret }, deleted = false, baseUrl = null, storeBase = baseUrl } = rest;
    await this.rows(
      `insert into system_connections (id, name, status, credentials, disconnected_at, deleted_at, base_url, store_base)
       values ($1, 'Shop', $2, $3, case when $2 = 'disconnected' then now() end, case when $4 then now() end, $5, $6)`,
      [id, status, credentials === null ? null : this.cipher.seal(id, credentials), deleted, baseUrl, storeBase],
    );
    return { id, secret };
  }

  /** Changes the credentials. */
  async seal({ id }: Shop, credentials: Credentials): Promise<void> {
    await this.rows('update system_connections set credentials = $2 where id = $1', [id, this.cipher.seal(id, credentials)]);
  }

  rows<T = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(sql, parameters);
  }

  kept({ id }: Shop): Promise<Kept[]> {
    return this.rows<Kept>('select * from tasks where system_connection_id = $1 order by id', [id]);
  }

  /** How many webhooks are stored, of all connections. */
  async count(): Promise<number> {
    const [counted] = await this.rows<{ count: number }>('select count(*)::int as count from tasks');
    return counted?.count ?? -1;
  }
}

interface Listening {
  url: string;
  close(): Promise<void>;
}

async function listen(environment: Record<string, string>): Promise<Listening> {
  const configuration = loadConfiguration(WebhookIngressConfiguration, environment);
  const app: NestFastifyApplication = await createService({
    module: webhookIngress.module(configuration),
    configuration,
    logger: new JsonLogger('webhook-ingress', 'silent'),
    rawBodies: webhookIngress.rawBodies?.(configuration),
  });
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: () => app.close() };
}

/** The whole ingress on its own database, reached over HTTP. */
export class WebhookIngressUnderTest extends Shops {
  private listening: Listening;

  private constructor(
    database: TestDatabase,
    private readonly environment: Record<string, string>,
  ) {
    super(database);
  }

  static async start(
    environment: Record<string, string> = {},
    wayTo: (databaseUrl: string) => string | Promise<string> = (url) => url,
  ): Promise<WebhookIngressUnderTest> {
    const database = await createTestDatabase();
    const ingress = new WebhookIngressUnderTest(database, {
      ...wayToDatabase(await wayTo(database.url)),
      ...environment,
    });
    ingress.listening = await WebhookIngressUnderTest.besides(ingress);
    return ingress;
  }

  /** A second instance that shares only the database. */
  static besides({ environment, encryptionKeys }: WebhookIngressUnderTest, more: Record<string, string> = {}): Promise<Listening> {
    return listen({ ENCRYPTION_KEYS: encryptionKeys, ...environment, ...more });
  }

  get url(): string {
    return this.listening.url;
  }

  async stop(): Promise<void> {
    await this.listening.close();
    await this.database.stop();
  }

  /** Delivers as a shop does, signed in base64 unless the headers contain a signature. */
  deliver(shop: Shop, body: string | Buffer, headers: Sent['headers'] = [], url = this.url): Promise<Response> {
    return send(url, signedDelivery(shop, body, headers));
  }
}

/** 503 with Retry-After, which does not reveal the cause. */
export function isUnavailable({ status, headers, body, text }: Response): void {
  expect(body).toMatchObject({ status: 503, type: '/problems/service-unavailable' });
  expect(status).toBe(503);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(text).not.toMatch(/ECONN|Postgres|127\.0\.0\.1|terminated|timeout/i);
}

export function signature(body: string | Buffer, secret: string, encoding: 'base64' | 'hex' = 'base64'): string {
  return createHmac('sha256', secret).update(body).digest(encoding);
}

export function signedDelivery({ id, secret }: Shop, body: string | Buffer, headers: Sent['headers'] = []): Sent {
  const isSigned = headers.some(([name]) => /signature/i.test(name));
  const own = isSigned ? [] : [['X-WC-Webhook-Signature', signature(body, secret)] as const];
  return { path: `/api/webhooks/${id}`, body, headers: [['Content-Type', 'application/json'], ...own, ...headers] };
}

/** Sends on a new connection, or on one of the agent. Rejects without a complete response. */
export function send(
  url: string,
  { method = 'POST', path = '/', headers = [], body }: Sent,
  agent: Agent | false = false,
): Promise<Response> {
  const { hostname, port, host } = new URL(url);
  const length = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))] as const];
  return new Promise((resolve, reject) => {
    const flat = [['Host', host] as const, ...headers, ...length].flat();
    const sent = request({ hostname, port, method, path, headers: flat, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = text !== '' && /json/.test(response.headers['content-type'] ?? '');
        const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
