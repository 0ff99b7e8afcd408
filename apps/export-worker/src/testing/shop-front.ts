import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ShopLike {
  url: string;
  credentials: object;
}

/** A server in front of a shop. What it does with requests and responses is that of its kind. */
export abstract class ShopFront {
  readonly url: string;
  readonly credentials: object;

  constructor(
    protected readonly server: Server,
    private readonly shop: ShopLike,
  ) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.credentials = shop.credentials;
    server.on('request', (request, response) => void this.respond(request, response).catch(() => response.destroy()));
  }

  static async before<Front>(this: new (server: Server, shop: ShopLike) => Front, shop: ShopLike): Promise<Front> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new this(server, shop);
  }

  /** Ends every connection; new ones are refused. */
  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  protected abstract respond(request: IncomingMessage, response: ServerResponse): Promise<void>;

  /** Of the shop. */
  protected addressOf({ url }: IncomingMessage): URL {
    return new URL(url ?? '/', this.shop.url);
  }

  /** The response of the shop. */
  protected async askShop(request: IncomingMessage): Promise<IncomingMessage> {
    const asked = ask(this.addressOf(request), { method: request.method, headers: request.headers });
    request.pipe(asked);
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    return reply;
  }
}
