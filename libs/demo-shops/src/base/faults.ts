/** Which requests a fault spoils: all of them, unless narrowed. */
interface FaultTarget<P extends string> {
  /** A collection or resource, or `other`; on commerce_a also `connectivity-check`. */
  path?: P;
  page?: number;
  /** Only pages with a higher number. */
  afterPage?: number;
  /** How many requests it spoils before it goes away. Default: no limit. */
  times?: number;
}

type FaultKind =
  /** The platform's own error with this status. */
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Any response at all. */
  | { kind: 'response'; status: number; headers?: Record<string, string>; body: string }
  | { kind: 'html' }
  /** A cache in front of the shop ignores the query: each path keeps the response to its first request. */
  | { kind: 'cache' }
  | { kind: 'byte-order-mark' }
  | { kind: 'redirect'; location: string }
  | { kind: 'gzip' }
  /** The total-pages header has this value; null removes it. */
  | { kind: 'total-pages'; value: string | null }
  /** A record is added just before the response, which shifts the pages. */
  | { kind: 'insert' }
  /** The record with the lowest id is removed just before the response, which shifts the pages. */
  | { kind: 'vanish' }
  | { kind: 'latency'; ms: number }
  /** The body comes a few bytes at a time. */
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** The connection is cut after half of the body. */
  | { kind: 'cut' }
  /** The connection is cut without a response. */
  | { kind: 'reset' }
  /** No response ever. */
  | { kind: 'hang' };

export type Fault<P extends string> = FaultTarget<P> & FaultKind;

/** The faults that one request meets, at most one of each kind. */
export class MetFaults {
  private readonly byKind = new Map<FaultKind['kind'], FaultKind>();

  add(fault: FaultKind): void {
    this.byKind.set(fault.kind, fault);
  }

  has(kind: FaultKind['kind']): boolean {
    return this.byKind.has(kind);
  }

  get<K extends FaultKind['kind']>(kind: K): Extract<FaultKind, { kind: K }> | undefined {
    return this.byKind.get(kind) as Extract<FaultKind, { kind: K }> | undefined;
  }
}

/** The faults in force. */
export class Faults {
  private faults: { fault: Fault<string>; left: number }[] = [];

  set(faults: readonly Fault<string>[]): void {
    this.faults = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
  }

  /** The faults that spoil this request; counts it for those with a limited number of times. */
  take(request: { path: string; page: number | null }): MetFaults {
    const met = new MetFaults();
    for (const entry of this.faults) {
      const { fault } = entry;
      if (entry.left <= 0 || met.has(fault.kind) || !matches(fault, request)) continue;
      entry.left -= 1;
      met.add(fault);
    }
    return met;
  }
}

function matches({ path, page, afterPage }: FaultTarget<string>, request: { path: string; page: number | null }): boolean {
  if (path !== undefined && path !== request.path) return false;
  if (page !== undefined && page !== request.page) return false;
  return afterPage === undefined || (request.page !== null && request.page > afterPage);
}
