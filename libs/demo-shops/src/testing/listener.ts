import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Heard {
  path: string;
  headers: IncomingHttpHeaders;
  /** Names as sent, in order. */
  headerNames: string[];
  body: string;
}

interface Reply {
  status: number;
  body?: unknown;
}

/** Stands in for the service: records what shops and their plugins send, and responds as the test wants. */
export class Listener {
  readonly heard: Heard[] = [];
  /** Null: cuts the connection. */
  respond: (heard: Heard) => Promise<Reply | null> | Reply | null = () => ({ status: 200, body: {} });

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void (async () => {
        const { url: path = '', headers } = request;
        const headerNames = request.rawHeaders.filter((_, index) => index % 2 === 0);
        const heard = { path, headers, headerNames, body: await text(request) };
        this.heard.push(heard);
        const reply = await this.respond(heard);
        if (!reply) return request.socket.destroy();
        const { status, body = '' } = reply;
        response.writeHead(status, status === 301 ? { Location: `${this.url}/elsewhere` } : {});
        return response.end(typeof body === 'string' ? body : JSON.stringify(body));
      })();
    });
  }

  static async start(): Promise<Listener> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Listener(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The bodies of both handshakes. */
  get registered(): Record<string, unknown>[] {
    return this.heard
      .filter(({ path }) => path === '/api/system-connections/register')
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  /** Webhooks without the pings. */
  get deliveries(): Heard[] {
    return this.heard.filter((heard) => !isPing(heard));
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export function isPing({ body }: { body: string }): boolean {
  return body.startsWith('webhook_id=');
}
