import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const refusal = { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.', data: { status: 401 } };

export interface ConnectivityCheck {
  connection_token: string;
  connection_id: string;
}

/**
 * A real HTTP server with the plugin's only route, which accepts its own secret; `status` overrides that. Lists are empty, and for another
 * key than its own they are refused as the platform refuses them.
 */
export class Shop {
  /** The requests received, in order. */
  readonly checks: ConnectivityCheck[] = [];
  /** The key of its interface. */
  key = { consumer_key: 'ck_test', consumer_secret: 'cs_test' };
  /** What its plugin says of itself in checks. */
  plugin?: unknown;
  /** Overrides the status of its responses. */
  status: number | null = null;
  /** Of its responses. */
  private headers: OutgoingHttpHeaders = {};
  /** Awaited before each response. */
  beforeResponse: () => Promise<unknown> = () => Promise.resolve();

  private constructor(
    private readonly server: Server,
    public secret: string,
  ) {}

  static async start(secret = 'shop-secret'): Promise<Shop> {
    const server = createServer();
    const shop = new Shop(server, secret);
    server.on('request', (request, response) => {
      if (request.method === 'GET') return shop.list(request.headers.authorization, response);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void shop.respond(Buffer.concat(chunks).toString('utf8')).then((status) => {
          response.writeHead(status, { 'content-type': 'application/json', ...shop.headers }).end(JSON.stringify({ plugin: shop.plugin }));
        });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get credentials(): Record<string, string> {
    return { connection_token: this.secret, ...this.key };
  }

  /** The body of its plugin's registration. */
  get registration(): Record<string, unknown> {
    return { system_slug: 'commerce_a', base_url: this.url, credentials: this.credentials };
  }

  /** To every check, whatever its secret. */
  respondWith(status: number, headers: OutgoingHttpHeaders = {}): void {
    Object.assign(this, { status, headers });
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private list(authorization: string | undefined, response: ServerResponse): void {
    const { consumer_key, consumer_secret } = this.key;
    const isKnown = authorization === `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(isKnown ? '[]' : JSON.stringify(refusal));
  }

  private async respond(body: string): Promise<number> {
    const check = JSON.parse(body) as ConnectivityCheck;
    this.checks.push(check);
    await this.beforeResponse();
    return this.status ?? (check.connection_token === this.secret ? 200 : 401);
  }
}
