import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ControlPage } from './control-page';
import { controlPrefix, handleLocalControl, type ControlActions } from './local-control';

/** A demo shop's HTTP server. Paths below the control prefix are for the person or test that runs the shop. */
export class ShopServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly address: string,
  ) {}

  /** Default: a free port, on 127.0.0.1 only; with an address, on all interfaces. Rejects when the port is taken. */
  static async open(port = 0, host?: string): Promise<ShopServer> {
    const server = createServer({ keepAliveTimeout: 65_000 });
    server.listen(port, host === undefined ? '127.0.0.1' : '0.0.0.0');
    await once(server, 'listening');
    const address = server.address();
    return new ShopServer(server, typeof address === 'object' && address ? address.port : port, host ?? '127.0.0.1');
  }

  get url(): string {
    return `http://${this.address}:${this.port}`;
  }

  /** Starts to respond. */
  serve(
    control: { actions: ControlActions; page: ControlPage },
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): void {
    this.server.on('request', (request, response) => {
      const isControl = request.url?.startsWith(controlPrefix);
      const handled = isControl ? handleLocalControl(control.actions, control.page, request, response) : handle(request, response);
      handled.catch(() => response.destroy());
    });
  }

  /** Cuts open requests. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
