import type { ShopCollection } from './data/shop-setup';

/** Which requests a fault spoils: any, unless narrowed. */
export interface FaultTarget {
  path?: ShopCollection | 'connectivity-check' | 'other';
  page?: number;
  /** Only pages with a higher number. */
  afterPage?: number;
  /** It goes away after so many requests; left out: it stays. */
  times?: number;
}

export type FaultKind =
  /** The platform's own error body with this status. */
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Anything at all. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string }
  | { kind: 'html' }
  | { kind: 'byte-order-mark' }
  | { kind: 'redirect'; location: string }
  | { kind: 'gzip' }
  /** The total-pages header says this; null: it is missing. */
  | { kind: 'total-pages'; value: string | null }
  /** A new record appears just before the answer, which shifts the pages. */
  | { kind: 'insert' }
  | { kind: 'latency'; ms: number }
  /** The body comes a few bytes at a time. */
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** The connection is cut after half of the body. */
  | { kind: 'cut' }
  /** The connection is cut without an answer. */
  | { kind: 'reset' }
  /** No answer ever. */
  | { kind: 'hang' };

export type ShopFault = FaultTarget & FaultKind;
export type FaultOf<K extends FaultKind['kind']> = Extract<FaultKind, { kind: K }>;

export interface FaultedRequest {
  path: string;
  page: number | null;
}

/** The faults in force. One request may meet several, at most one of each kind. */
export class ShopFaults {
  private faults: { fault: ShopFault; left: number }[] = [];

  set(faults: readonly ShopFault[]): void {
    this.faults = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
  }

  /** Faults that spoil this request; counts it for those that last a number of times. */
  take(request: FaultedRequest): Map<FaultKind['kind'], FaultKind> {
    const met = new Map<FaultKind['kind'], FaultKind>();
    if (this.faults.length === 0) return met;
    for (const entry of this.faults) {
      const { fault } = entry;
      if (entry.left <= 0 || met.has(fault.kind) || !matches(fault, request)) continue;
      entry.left -= 1;
      met.set(fault.kind, fault);
    }
    return met;
  }
}

function matches({ path, page, afterPage }: FaultTarget, request: FaultedRequest): boolean {
  if (path !== undefined && path !== request.path) return false;
  if (page !== undefined && page !== request.page) return false;
  return afterPage === undefined || (request.page !== null && request.page > afterPage);
}
