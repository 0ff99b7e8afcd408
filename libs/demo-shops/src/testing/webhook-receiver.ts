import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { bodyText } from '../base/request-body';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Names as sent, in order. */
  headerNames: string[];
  body: string;
  isPing: boolean;
}

/** Receives webhooks, and responds with the status that the test wants. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Null: cuts the connection. */
  statusOf: (received: Received) => number | null = () => 200;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request, response) => {
      void bodyText(request).then((body) => {
        const { url: path = '', headers } = request;
        const headerNames = request.rawHeaders.filter((_, index) => index % 2 === 0);
        const received = { path, headers, headerNames, body, isPing: body.startsWith('webhook_id=') };
        this.received.push(received);
        const status = this.statusOf(received);
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
