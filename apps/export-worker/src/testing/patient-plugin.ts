import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Plugins of any number of shops, whose connectivity checks all succeed, when the test says so and not before. */
export class PatientPlugin {
  private readonly waiting = new Set<ServerResponse>();
  private shops = 0;

  private constructor(private readonly servers: readonly Server[]) {
    for (const server of servers)
      server.on('request', (request, response) => {
        request.resume();
        this.waiting.add(response);
        response.on('close', () => this.waiting.delete(response));
      });
  }

  /** The service asks a server no more than 16 things at once: more servers, if more are to wait. */
  static async start(servers = 1): Promise<PatientPlugin> {
    const listening = Array.from({ length: servers }, () => createServer().listen(0, '127.0.0.1'));
    await Promise.all(listening.map((server) => once(server, 'listening')));
    return new PatientPlugin(listening);
  }

  /** Address of a further shop, of the servers in turn. */
  nextShop(): string {
    const server = this.servers[this.shops % this.servers.length] as Server;
    this.shops += 1;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop-${this.shops}`;
  }

  /** Checks that wait for their answer. */
  get asked(): number {
    return this.waiting.size;
  }

  answer(): void {
    // A connection that is kept might end just when the next check is sent on it.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    for (const response of this.waiting) response.writeHead(200, headers).end('{}');
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
