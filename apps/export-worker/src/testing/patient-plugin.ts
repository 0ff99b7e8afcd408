import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Plugins of any number of shops. Their connectivity checks succeed once the test calls `respond`; what a checked shop is asked then, at once. */
export class PatientPlugin {
  private readonly waiting = new Set<ServerResponse>();
  private readonly checked = new Set<string>();
  private shops = 0;

  private constructor(private readonly servers: readonly Server[]) {
    for (const server of servers)
      server.on('request', (request, response) => {
        request.resume();
        const [, shop = ''] = request.url?.split('/') ?? [];
        if (this.checked.has(shop)) return respondTo(response);
        this.waiting.add(response);
        response.on('close', () => this.waiting.delete(response));
      });
  }

  /** The service sends a server at most 16 requests at once: start more servers for more waiting checks. */
  static async start(servers = 1): Promise<PatientPlugin> {
    const listening = Array.from({ length: servers }, () => createServer().listen(0, '127.0.0.1'));
    await Promise.all(listening.map((server) => once(server, 'listening')));
    return new PatientPlugin(listening);
  }

  /** Address of another shop; servers take turns. */
  nextShop(): string {
    const server = this.servers[this.shops % this.servers.length] as Server;
    this.shops += 1;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop-${this.shops}`;
  }

  /** Number of checks that wait for their response. */
  get waitingChecks(): number {
    return this.waiting.size;
  }

  respond(): void {
    for (const response of this.waiting) {
      this.checked.add(response.req.url?.split('/')[1] ?? '');
      respondTo(response);
    }
    this.waiting.clear();
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.servers.map(async (server) => {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }),
    );
  }
}

function respondTo(response: ServerResponse): void {
  // A kept connection might close just as the next check is sent on it.
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('[]');
}
