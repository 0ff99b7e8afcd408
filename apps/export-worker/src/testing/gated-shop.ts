import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { until } from '@sync/test-harness';

/** A page of a list: `orders 4`. Its first request is the probe's when it is page 1. */
export type PageName = `${string} ${number}`;

/** Stands in front of a shop and lets a test choose the moment between two of its answers, whatever the speed of the machine. */
export class GatedShop {
  private readonly answered = new Map<PageName, number>();
  private readonly gates = new Map<PageName, () => Promise<void>>();
  private omitted = '';
  private isStopped = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly credentials: object,
    private readonly shopUrl: string,
  ) {
    server.on('request', (request, response) => void this.pass(request, response).catch(() => response.destroy()));
  }

  static async before({ url, credentials }: { url: string; credentials: object }): Promise<GatedShop> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new GatedShop(server, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, credentials, url);
  }

  /** Each answer of the page waits until this has resolved. */
  hold(page: PageName, opens: () => Promise<void>): void {
    this.gates.set(page, opens);
  }

  /** Answers of the page wait for the function that is returned. */
  holdUntilReleased(page: PageName): () => void {
    let isReleased = false;
    this.hold(page, () => until(() => isReleased || this.isStopped));
    return () => void (isReleased = true);
  }

  /** From now on no answer has this header (name in lower case). */
  leaveOut(header: string): void {
    this.omitted = header;
  }

  /** Resolves when the page has been answered so many times. */
  async hasAnswered(page: PageName, times = 1): Promise<void> {
    await until(() => this.isStopped || this.times(page) >= times);
  }

  times(page: PageName): number {
    return this.answered.get(page) ?? 0;
  }

  /** Answers of a list, in all. */
  answers(collection: string): number {
    return [...this.answered].reduce((sum, [page, times]) => (page.startsWith(`${collection} `) ? sum + times : sum), 0);
  }

  /** No gate, no memory of answers. */
  clear(): void {
    this.gates.clear();
    this.answered.clear();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.shopUrl);
    const page: PageName = `${pathname.split('/').at(-1) ?? ''} ${Number(searchParams.get('page') ?? pageOf(searchParams.get('limit')))}`;
    await this.gates.get(page)?.();
    const { method, headers } = request;
    const passed = ask(new URL(request.url ?? '/', this.shopUrl), { method, headers });
    request.pipe(passed);
    const [reply] = (await once(passed, 'response')) as [IncomingMessage];
    const told = Object.entries(reply.headers).filter(([name]) => name !== this.omitted);
    response.writeHead(reply.statusCode ?? 502, Object.fromEntries(told));
    reply.pipe(response);
    await once(reply, 'end');
    this.answered.set(page, this.times(page) + 1);
  }
}

/** `100,50` is page 3. */
function pageOf(limit: string | null): number {
  const [offset = 0, count = 1] = (limit ?? '').split(',').map(Number);
  return Math.floor(offset / Math.max(1, count)) + 1;
}
