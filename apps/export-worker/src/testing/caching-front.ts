import { once } from 'node:events';
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

interface Kept {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Stands in front of a shop and serves what it once responded to every address that it takes for the same. */
export class CachingFront {
  private readonly kept = new Map<string, Promise<Kept>>();
  /** The part of an address that the cache looks at; null: not cached. */
  keyOf: (address: URL) => string | null = () => null;
  /** What the shop's response becomes; undefined: it stays. */
  spoil: (address: URL) => Partial<Kept> | undefined = () => undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly credentials: object,
    private readonly shopUrl: string,
  ) {
    server.on('request', (request, response) => void this.respond(request, response).catch(() => response.destroy()));
  }

  static async before({ url, credentials }: { url: string; credentials: object }): Promise<CachingFront> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new CachingFront(server, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, credentials, url);
  }

  /** Forgets what it has kept, and from now on lets everything through. */
  clear(): void {
    this.kept.clear();
    this.keyOf = () => null;
    this.spoil = () => undefined;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', this.shopUrl);
    const key = this.keyOf(address);
    const asked = (key === null ? undefined : this.kept.get(key)) ?? this.askShop(address, request);
    if (key !== null) this.kept.set(key, asked);
    const { status, headers, body } = { ...(await asked), ...this.spoil(address) };
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers;
    response.writeHead(status, others).end(body);
  }

  private async askShop(address: URL, { method, headers }: IncomingMessage): Promise<Kept> {
    const asked = ask(address, { method, headers });
    asked.end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await text(reply) };
  }
}
