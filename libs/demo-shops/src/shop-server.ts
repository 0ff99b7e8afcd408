import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { controlPrefix, handleLocalControl, type ControlActions } from './local-control';
import type { ControlPage } from './control-page/control-page';

/** Where a demo shop listens: on 127.0.0.1, to everybody else and, below the control prefix, to whoever runs it. */
export class ShopServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** A free port when left out. Rejects when the port is taken. */
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

  /** From now on requests are answered. */
  serve(
    control: { actions: ControlActions; page: ControlPage },
    shop: { handle(request: IncomingMessage, response: ServerResponse): Promise<void> },
  ): void {
    this.server.on('request', (request, response) => {
      const isControl = request.url?.startsWith(controlPrefix);
      const handled = isControl ? handleLocalControl(control.actions, control.page, request, response) : shop.handle(request, response);
      handled.catch(() => response.destroy());
    });
  }

  /** Cuts whatever is under way. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
