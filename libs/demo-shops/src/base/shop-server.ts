import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ControlPage } from './control-page/control-page';
import { controlPrefix, handleLocalControl, type ControlActions } from './local-control';

/** A demo shop's HTTP server on 127.0.0.1. Paths below the control prefix are for the person or test that runs the shop. */
export class ShopServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** Default: a free port. Rejects when the port is taken. */
  static async open(port = 0): Promise<ShopServer> {
    const server = createServer({ keepAliveTimeout: 65_000 });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new ShopServer(server, typeof address === 'object' && address ? address.port : port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
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
