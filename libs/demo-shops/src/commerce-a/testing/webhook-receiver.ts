import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Names as they were sent, in order. */
  headerNames: string[];
  body: string;
  isPing: boolean;
}

/** Takes webhooks, and answers as it is told. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Null: the connection is cut. */
  answer: (received: Received) => number | null = () => 200;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        const body = Buffer.concat(chunks).toString('latin1');
        const headerNames = request.rawHeaders.filter((_, index) => index % 2 === 0);
        const received = { path, headers, headerNames, body, isPing: body.startsWith('webhook_id=') };
        this.received.push(received);
        const status = this.answer(received);
        if (status === null) return void request.socket.destroy();
        response.writeHead(status, status === 301 ? { Location: `${this.url}/elsewhere` } : {}).end('{}');
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new WebhookReceiver(server, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  }

  /** Without the pings. */
  get deliveries(): Received[] {
    return this.received.filter(({ isPing }) => !isPing);
  }

  topics(): string[] {
    return this.deliveries.map(({ headers }) => String(headers['x-wc-webhook-topic']));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
