import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { until } from '@sync/test-harness';
import { ShopFront } from './shop-front';

/** A page of a list: `orders 4`. */
export type PageName = `${string} ${number}`;

/** Stands in front of a shop and lets a test act between two of its responses, however fast the machine is. */
export class GatedShop extends ShopFront {
  private readonly responded = new Map<PageName, number>();
  private readonly gates = new Map<PageName, () => Promise<void>>();
  private readonly detours = new Map<PageName, () => Promise<void>>();
  private omitted = '';
  private isStopped = false;

  /** Each response of the page waits until this resolves. */
  hold(page: PageName, opens: () => Promise<void>): void {
    this.gates.set(page, opens);
  }

  /** Responses of the page wait until the returned function is called. */
  holdUntilReleased(page: PageName): () => void {
    let isReleased = false;
    this.hold(page, () => until(() => isReleased || this.isStopped));
    return () => void (isReleased = true);
  }

  /**
   * The next response of the page says what the shop showed when it was asked, and arrives when `release` is called, however late.
   * Resolves when the shop has responded.
   */
  delay(page: PageName): { isRead: Promise<void>; release: () => void } {
    let [read, release] = [(): void => undefined, (): void => undefined];
    const isRead = new Promise<void>((resolve) => (read = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    this.detours.set(page, () => {
      this.detours.delete(page);
      read();
      return isReleased;
    });
    return { isRead, release };
  }

  /** From now on no response has this header (name in lower case). */
  leaveOut(header: string): void {
    this.omitted = header;
  }

  /** Resolves after this many responses of the page. */
  async hasResponded(page: PageName, times = 1): Promise<void> {
    await until(() => this.isStopped || this.times(page) >= times);
  }

  times(page: PageName): number {
    return this.responded.get(page) ?? 0;
  }

  /** Responses of all pages of a list. */
  responses(collection: string): number {
    return [...this.responded].reduce((sum, [page, times]) => (page.startsWith(`${collection} `) ? sum + times : sum), 0);
  }

  /** Removes the gates and the counts. */
  clear(): void {
    this.gates.clear();
    this.responded.clear();
  }

  override async stop(): Promise<void> {
    this.isStopped = true;
    await super.stop();
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = this.addressOf(request);
    const page: PageName = `${pathname.split('/').at(-1) ?? ''} ${Number(searchParams.get('page') ?? pageOf(searchParams.get('limit')))}`;
    await this.gates.get(page)?.();
    const reply = await this.askShop(request);
    await this.detours.get(page)?.();
    const kept = Object.entries(reply.headers).filter(([name]) => name !== this.omitted);
    response.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept));
    reply.pipe(response);
    await once(reply, 'end');
    this.responded.set(page, this.times(page) + 1);
  }
}

/** `100,50` is page 3. */
function pageOf(limit: string | null): number {
  const [offset = 0, count = 1] = (limit ?? '').split(',').map(Number);
  return Math.floor(offset / Math.max(1, count)) + 1;
}
