import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { countRateLimited, Problem } from '@sync/service-runtime';

const mebibyte = 1024 * 1024;

/** Bytes of record text that large responses of this process hold at a time, in all and per tenant. */
export const maxHeldBytes = { inAll: 16 * mebibyte, perTenant: 4 * mebibyte };

/** Searches for a page that this process makes at a time for one tenant. */
const maxSearches = 2;

/** A refusal comes this late, or up to twice as late: a client that repeats at once costs others little. */
const refusalMs = 500;

/** Bounds the searches and the memory of reads, and the share of one tenant, so that its readers leave room for others. */
@Injectable()
export class ReadBudget {
  private inAll = 0;
  private readonly byTenant = new Map<string, number>();
  private readonly searches = new Map<string, number>();
  private readonly awaitingRoom: (() => void)[] = [];
  private readonly queues = new Map<string, (() => void)[]>();

  /**
   * Makes a search for a page. When other requests of the tenant make as many as it may: throws Problem, 429, or takes its turn if it
   * `queues`.
   */
  async search<T>(tenant: string, find: () => Promise<T>, queues = false): Promise<T> {
    const running = this.searches.get(tenant) ?? 0;
    if (running < maxSearches) this.searches.set(tenant, running + 1);
    else if (queues) await new Promise<void>((resolve) => this.queueOf(tenant).push(resolve));
    else await this.refuseSearch();
    try {
      return await find();
    } finally {
      this.endSearch(tenant);
    }
  }

  private async refuseSearch(): Promise<never> {
    countRateLimited('concurrent-reads');
    await setTimeout(refusalMs * (1 + Math.random()));
    throw Problem.tooManyRequests('Two pages of records are being read. Read fewer at a time.', {
      name: 'pages',
      allowed: maxSearches,
      unit: 'concurrent-requests',
      retryAfterSeconds: 1,
    });
  }

  /** The next one in the queue goes on in place of the search that has ended. */
  private endSearch(tenant: string): void {
    const next = this.queues.get(tenant)?.shift();
    if (next) return next();
    this.queues.delete(tenant);
    const left = (this.searches.get(tenant) ?? 1) - 1;
    if (left > 0) this.searches.set(tenant, left);
    else this.searches.delete(tenant);
  }

  private queueOf(tenant: string): (() => void)[] {
    const queue = this.queues.get(tenant) ?? [];
    this.queues.set(tenant, queue);
    return queue;
  }

  /**
   * Returns an idempotent function that releases the bytes. The first read always gets its bytes, because one record can exceed the
   * budget. Throws Problem, 429, when there is no room.
   */
  reserve(tenant: string, bytes: number): () => void {
    if (!this.hasRoom(tenant, bytes)) {
      countRateLimited('large-reads');
      throw Problem.tooManyRequests('Too many large pages of records are being read. Read fewer at a time.', {
        name: 'large-pages',
        allowed: maxHeldBytes.perTenant,
        unit: 'content-bytes',
        retryAfterSeconds: 2,
      });
    }
    this.inAll += bytes;
    this.byTenant.set(tenant, (this.byTenant.get(tenant) ?? 0) + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.release(tenant, bytes);
    };
  }

  /** The same, but takes its turn when there is no room. */
  async reserveInTurn(tenant: string, bytes: number): Promise<() => void> {
    while (!this.hasRoom(tenant, bytes)) await new Promise<void>((resolve) => this.awaitingRoom.push(resolve));
    return this.reserve(tenant, bytes);
  }

  private hasRoom(tenant: string, bytes: number): boolean {
    return !exceeds(this.byTenant.get(tenant) ?? 0, bytes, maxHeldBytes.perTenant) && !exceeds(this.inAll, bytes, maxHeldBytes.inAll);
  }

  private release(tenant: string, bytes: number): void {
    this.inAll -= bytes;
    const left = (this.byTenant.get(tenant) ?? 0) - bytes;
    if (left > 0) this.byTenant.set(tenant, left);
    else this.byTenant.delete(tenant);
    for (const resume of this.awaitingRoom.splice(0)) resume();
  }
}

function exceeds(held: number, bytes: number, max: number): boolean {
  return held > 0 && held + bytes > max;
}
