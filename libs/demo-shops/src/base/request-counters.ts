/** What clients asked the shop: shows what was fetched, and how often. */
export interface ShopCounters {
  requests: number;
  /** By path: a collection, `connectivity-check`, `other`. */
  byPath: Record<string, number>;
  /** By collection and page number. */
  pages: Record<string, Record<number, number>>;
  /** The last modified_after of each collection; null: the request had none. */
  modifiedAfter: Record<string, string | null>;
  /** Responses by status. */
  responses: Record<number, number>;
  /** Of all response bodies. */
  bytes: number;
  /** Highest number of list requests that were open at once. */
  maximumConcurrent: number;
}

const none = (): ShopCounters => ({ requests: 0, byPath: {}, pages: {}, modifiedAfter: {}, responses: {}, bytes: 0, maximumConcurrent: 0 });

export class RequestCounters {
  private counters = none();
  private concurrent = 0;

  get values(): ShopCounters {
    return structuredClone(this.counters);
  }

  reset(): void {
    this.counters = { ...none(), maximumConcurrent: this.concurrent };
  }

  request(path: string): void {
    this.counters.requests += 1;
    this.counters.byPath[path] = (this.counters.byPath[path] ?? 0) + 1;
  }

  /** Call the returned function once, when the request ends. */
  page(collection: string, page: number, modifiedAfter: string | null): () => void {
    const pages = (this.counters.pages[collection] ??= {});
    pages[page] = (pages[page] ?? 0) + 1;
    this.counters.modifiedAfter[collection] = modifiedAfter;
    this.concurrent += 1;
    this.counters.maximumConcurrent = Math.max(this.counters.maximumConcurrent, this.concurrent);
    return () => {
      this.concurrent -= 1;
    };
  }

  response(status: number, bytes: number): void {
    this.counters.bytes += bytes;
    this.counters.responses[status] = (this.counters.responses[status] ?? 0) + 1;
  }
}
