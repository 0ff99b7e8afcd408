import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a shop behaves under load. */
export interface LoadShape {
  title: string;
  /** Requests that it works on at once; the others queue. */
  servers: number;
  /** Milliseconds of its work on a page while that many requests are in flight. */
  workMs: (inFlight: number) => number;
  /** More at once get a 429 with Retry-After. */
  maxInFlight: number;
}

const rowsPerPage = 50;
const retryAfterSeconds = 1;
const created = '2026-01-01T00:00:00';

/** A shop of orders whose speed depends on how many requests are in flight. Its pages are cheap, so that the time is its own choice. */
export class ShapedShop {
  private pagesServed = 0;
  refusals = 0;
  /** Of the first and the last page served since `reset`, in milliseconds of `performance.now()`. */
  private firstAt = 0;
  private lastAt = 0;
  private inFlight = 0;
  private working = 0;
  private readonly queue: (() => void)[] = [];
  private pages = 1;
  private countedPages = 0;

  private constructor(
    private readonly shape: LoadShape,
    private readonly server: Server,
  ) {}

  static async start(shape: LoadShape): Promise<ShapedShop> {
    const server = createServer();
    const shop = new ShapedShop(shape, server);
    server.on('request', ({ url }, response) => void shop.respond(new URL(url ?? '/', 'http://shop'), response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Pages per second since `reset`. The last tenth does not count: there the places run empty one by one. */
  get rate(): number {
    return (this.countedPages - 1) / ((this.lastAt - this.firstAt) / 1_000);
  }

  /** Forgets the counters and gives the shop that many pages. */
  reset(pages: number): void {
    this.pages = pages;
    this.pagesServed = 0;
    this.refusals = 0;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async respond(url: URL, response: ServerResponse): Promise<void> {
    if (this.inFlight >= this.shape.maxInFlight) {
      this.refusals += 1;
      response.writeHead(429, { 'retry-after': String(retryAfterSeconds) }).end();
      return;
    }
    this.inFlight += 1;
    await this.work();
    this.inFlight -= 1;
    if (this.pagesServed === 0) this.firstAt = performance.now();
    this.pagesServed += 1;
    if (this.pagesServed <= 0.9 * this.pages) {
      this.countedPages = this.pagesServed;
      this.lastAt = performance.now();
    }
    const page = Number(url.searchParams.get('page') ?? '1');
    const sizes = { 'x-wp-totalpages': String(this.pages), 'x-wp-total': String(this.pages * rowsPerPage) };
    response.writeHead(200, { 'content-type': 'application/json', ...sizes }).end(JSON.stringify(rowsOf(page)));
  }

  private async work(): Promise<void> {
    if (this.working >= this.shape.servers) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.working += 1;
    // Real times vary.
    await sleep(this.shape.workMs(this.inFlight) * (0.9 + 0.2 * Math.random()));
    const next = this.queue.shift();
    if (next) next();
    else this.working -= 1;
  }
}

function rowsOf(page: number): object[] {
  const common = { status: 'completed', currency: 'EUR', total: '1.00', date_created_gmt: created, date_modified_gmt: created };
  return Array.from({ length: rowsPerPage }, (_, index) => ({ id: (page - 1) * rowsPerPage + index + 1, ...common }));
}
