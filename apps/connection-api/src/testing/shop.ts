import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ConnectivityCheck {
  connection_token: string;
  connection_id: string;
}

/** A real HTTP server with the plugin's one route: it knows its secret, and can be told to answer otherwise. */
export class Shop {
  /** What it was asked, in order. */
  readonly checks: ConnectivityCheck[] = [];
  /** Instead of the honest answer. */
  status: number | null = null;
  /** Awaited before each answer. */
  beforeAnswer: () => Promise<unknown> = () => Promise.resolve();

  private constructor(
    private readonly server: Server,
    readonly secret: string,
  ) {}

  static async start(secret = 'shop-secret'): Promise<Shop> {
    const server = createServer();
    const shop = new Shop(server, secret);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void shop.answer(Buffer.concat(chunks).toString('utf8')).then((status) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
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
    return { connection_token: this.secret, consumer_key: 'ck_test', consumer_secret: 'cs_test' };
  }

  /** What its plugin sends to register. */
  get registration(): Record<string, unknown> {
    return { system_slug: 'commerce_a', base_url: this.url, credentials: this.credentials };
  }

  /** Once more does nothing. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(body: string): Promise<number> {
    const check = JSON.parse(body) as ConnectivityCheck;
    this.checks.push(check);
    await this.beforeAnswer();
    return this.status ?? (check.connection_token === this.secret ? 200 : 401);
  }
}
