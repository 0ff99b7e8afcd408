import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@sync/embedded-services';
import type { Stops } from '../programs';
import type { Service } from '../service';

/** A request to the service. */
export interface Asked {
  method: string;
  path: string;
  /** `shop`, or the address of the page in a browser. */
  from: string;
}

/** The address at which shops and browsers know the service. It notes who asks for what, and can go away together with the service. */
export class ServiceDoor {
  readonly asked: Asked[] = [];
  private readonly server = createServer((incoming, response) => this.pass(incoming, response));

  private constructor(
    private readonly service: Service,
    private readonly port: number,
  ) {}

  static async start(service: Service, stops: Stops): Promise<ServiceDoor> {
    const door = new ServiceDoor(service, await freePort());
    await door.listen();
    stops.push(() => door.shut());
    return door;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The service stops, and its address refuses connections. */
  async goAway(): Promise<void> {
    await this.shut();
    await this.service.stop();
  }

  async comeBack(): Promise<void> {
    await this.service.start();
    await this.listen();
  }

  private async listen(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  private async shut(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server.close(), 'close');
    this.server.closeAllConnections();
    await closed;
  }

  private pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const isBrowser = headers['user-agent']?.startsWith('Mozilla/') ?? false;
    this.asked.push({ method, path, from: isBrowser ? (headers.origin ?? new URL(headers.referer ?? this.url).origin) : 'shop' });
    const outgoing = request(new URL(path, this.service.url), { method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  }
}
