import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { freePort } from '@sync/embedded-services';
import { phpSettings, startServer, type Stops } from './programs';

/** A whole response of the shop. */
export interface ShopReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks the shop what the service asked for, or for another path. */
type AskShop = (path?: string) => Promise<ShopReply>;

/** What stands between the service and the shop: responds in the shop's place. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, ask: AskShop) => void | Promise<void>;

export interface Traffic {
  requests: number;
  bytes: number;
}

/** Of the rig's own requests, which meet the shop as it is and count for nothing. */
export const rigAgent = 'real-shops';

/** Whether a request is the service's: not the rig's, a browser's, nor the shop's to itself. */
export function counts(agent: string): boolean {
  return agent !== rigAgent && !/^(WordPress|Mozilla)\//.test(agent);
}

/** Each serves one request at a time. */
const phpServers = 4;

/**
 * The web server of a shop: its public port, with PHP's own servers behind it. It counts what the service asks for, lets a behaviour respond
 * in the shop's place, and can be taken away.
 */
export class Front {
  behaviour: Behaviour | null = null;
  private readonly server = createServer((incoming, response) => {
    this.take(incoming, response).catch(() => response.destroy());
  });
  private readonly inner: { port: number; open: number }[] = [];
  private readonly traffic: Traffic = { requests: 0, bytes: 0 };

  private constructor(private readonly port: number) {}

  /** `root`: folder of the shop. */
  static async start(root: string, stops: Stops): Promise<Front> {
    const front = new Front(await freePort());
    for (let each = 0; each < phpServers; each += 1) {
      const port = await freePort();
      const settings = [...phpSettings, '-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`, '-t', root];
      await startServer('php', [...settings, `${process.cwd()}/tools/real-shops/php/router.php`], () => connects(port), stops);
      front.inner.push({ port, open: 0 });
    }
    await front.open();
    stops.push(() => front.close());
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** Refuses connections until `open`. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server.close(), 'close');
    this.server.closeAllConnections();
    await closed;
  }

  /** Starts counting. The result returns what the service has asked for since. */
  measure(): () => Traffic {
    const { requests, bytes } = this.traffic;
    return () => ({ requests: this.traffic.requests - requests, bytes: this.traffic.bytes - bytes });
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const agent = incoming.headers['user-agent'] ?? '';
    if (counts(agent)) this.traffic.requests += 1;
    const ask: AskShop = async (path = incoming.url ?? '/') => {
      const reply = await this.ask(incoming, path, body);
      if (counts(agent)) this.traffic.bytes += reply.body.length;
      return reply;
    };
    if (this.behaviour && agent !== rigAgent) await this.behaviour(incoming, response, ask);
    else send(response, await ask());
  }

  private async ask({ method, headers }: IncomingMessage, path: string, body: Buffer): Promise<ShopReply> {
    const [idlest] = this.inner.toSorted((one, other) => one.open - other.open);
    if (!idlest) throw new Error('No PHP server runs.');
    idlest.open += 1;
    try {
      const outgoing = request({ host: '127.0.0.1', port: idlest.port, method, path, headers, agent: false }).end(body);
      const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
      return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) };
    } finally {
      idlest.open -= 1;
    }
  }
}

/** Responds with what the shop said, or with a part of it. */
export function send(response: ServerResponse, { status, headers, body }: ShopReply): void {
  const { 'transfer-encoding': _chunked, 'content-length': _length, connection: _connection, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
}

async function connects(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
