import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { rigAgent } from '../woocommerce/rest';

/** A whole response of the shop. */
export interface ShopReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks the shop what the service asked for, or for another path. */
export type AskShop = (path?: string) => Promise<ShopReply>;

/** What stands between the service and the shop: responds in the shop's place. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, ask: AskShop) => void | Promise<void>;

/** Takes the requests of the shop's public port and passes them to the web server, through a behaviour while there is one. */
export class Front {
  behaviour: Behaviour | null = null;

  private constructor(
    private readonly server: Server,
    private readonly innerPort: number,
  ) {
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      this.take(incoming, response).catch(() => response.destroy());
    });
  }

  static async start(port: number, innerPort: number): Promise<Front> {
    const front = new Front(createServer(), innerPort);
    await new Promise<void>((resolve, reject) => front.server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return front;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The rig's own requests meet the shop as it is. */
  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const ask: AskShop = (path = incoming.url ?? '/') => this.ask(incoming, path, body);
    const isOwn = incoming.headers['user-agent'] === rigAgent;
    if (this.behaviour && !isOwn) await this.behaviour(incoming, response, ask);
    else send(response, await ask());
  }

  private ask({ method, headers }: IncomingMessage, path: string, body: Buffer): Promise<ShopReply> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: this.innerPort, method, path, headers }, (reply) => {
        buffer(reply).then((whole) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: whole }), reject);
      });
      outgoing.once('error', reject).end(body);
    });
  }
}

/** Responds with what the shop said, or with a part of it. */
export function send(response: ServerResponse, { status, headers, body }: ShopReply): void {
  const { 'transfer-encoding': _chunked, 'content-length': _length, connection: _connection, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
}
