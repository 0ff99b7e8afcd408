import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { IntegrationRequestException } from '@sync/integration-contract';
import { failureOf } from '../../testing/connections';
import { ReplayingShop } from '../../testing/replaying-shop';
import { HostAllowlist } from '../host-allowlist';
import { StoreHttp, type StoreHttpSettings, type StoreRequest } from '../store-http';

/** A shop on loopback with clients that may call it, all closed together. */
export class HttpScene {
  readonly #clients: StoreHttp[] = [];
  readonly #servers: Server[] = [];

  private constructor(readonly shop: ReplayingShop) {}

  static async start(): Promise<HttpScene> {
    return new HttpScene(await ReplayingShop.start());
  }

  async stop(): Promise<void> {
    for (const closable of [...this.#clients, ...this.#servers]) closable.close();
    await this.shop.stop();
  }

  client(settings: Partial<StoreHttpSettings> = {}): StoreHttp {
    const http = new StoreHttp({ allowlist: new HostAllowlist(['127.0.0.1']), ...settings });
    this.#clients.push(http);
    return http;
  }

  page(parts: Partial<StoreRequest> = {}): StoreRequest {
    return { baseUrl: this.shop.baseUrl, platform: 'none', path: 'orders?page=1', what: 'orders page 1', deadlineMs: 60_000, ...parts };
  }

  async rejection(request: Partial<StoreRequest> = {}, http = this.client()): Promise<IntegrationRequestException> {
    const rows = http.send(this.page(request)).then((reply) => reply.requireSuccess().rows());
    return (await failureOf(rows)) as IntegrationRequestException;
  }

  async listen(server: Server): Promise<number> {
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  /** The base URL of a server of raw bytes. */
  async rawServer(onConnection: (socket: Socket) => void): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    return `http://127.0.0.1:${await this.listen(server)}`;
  }
}
