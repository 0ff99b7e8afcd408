import type { ServerResponse } from 'node:http';
import { htmlResponse, send, type ShopResponse } from './shop-response';

/** Which requests a fault spoils: all of them, unless narrowed. */
interface FaultTarget<P extends string> {
  /** A collection or resource, or `other`; on commerce_a also `connectivity-check`; `changes`: the list of the plugin. */
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
  /** The total-pages header has this value; null removes it. */
  | { kind: 'total-pages'; value: string | null }
  /** A record is added just before the response, which shifts the pages. */
  | { kind: 'insert' }
  /** The record with the lowest id is removed just before the response, which shifts the pages. */
  | { kind: 'vanish' }
  | { kind: 'latency'; ms: number }
  /** The connection is cut after half of the body. */
  | { kind: 'cut' }
  /** The connection is cut without a response. */
  | { kind: 'reset' }
  /** No response ever. */
  | { kind: 'hang' };

export type Fault<P extends string> = FaultTarget<P> & FaultKind;

/** The faults that one request meets, at most one of each kind. */
type MetFaults = { [K in FaultKind['kind']]?: Extract<FaultKind, { kind: K }> };

/** The faults in force. */
export class Faults {
  private faults: { fault: Fault<string>; left: number }[] = [];

  set(faults: readonly Fault<string>[]): void {
    this.faults = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
  }

  /** The faults that spoil this request; counts it for those with a limited number of times. */
  take(request: { path: string; page: number | null }): MetFaults {
    const met: MetFaults = {};
    for (const entry of this.faults) {
      const { fault } = entry;
      if (entry.left <= 0 || fault.kind in met || !matches(fault, request)) continue;
      entry.left -= 1;
      Object.assign(met, { [fault.kind]: fault });
    }
    return met;
  }
}

function matches({ path, page, afterPage }: FaultTarget<string>, request: { path: string; page: number | null }): boolean {
  if (path !== undefined && path !== request.path) return false;
  if (page !== undefined && page !== request.page) return false;
  return afterPage === undefined || (request.page !== null && request.page > afterPage);
}

/** The response with the faults that change its content. */
export function spoil(honest: ShopResponse, faults: MetFaults, platformError: (status: number) => ShopResponse): ShopResponse {
  const { status, headers, body } = replacement(faults, platformError) ?? honest;
  return {
    status,
    headers: faults['total-pages'] ? withTotalPages(headers, faults['total-pages'].value) : headers,
    body: faults['byte-order-mark'] ? Buffer.concat([Buffer.from('\uFEFF'), body]) : body,
  };
}

function replacement(
  { status, response, redirect, html }: MetFaults,
  platformError: (status: number) => ShopResponse,
): ShopResponse | null {
  if (status) {
    const error = platformError(status.status);
    return { ...error, headers: { ...error.headers, ...(status.retryAfter !== undefined && { 'Retry-After': status.retryAfter }) } };
  }
  if (response) {
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...response.headers };
    return { status: response.status, headers, body: Buffer.from(response.body) };
  }
  if (redirect) return { status: 302, headers: { Location: redirect.location }, body: Buffer.alloc(0) };
  return html ? htmlResponse(200, 'Just a moment...') : null;
}

function withTotalPages(headers: ShopResponse['headers'], value: string | null): ShopResponse['headers'] {
  const kept = Object.entries(headers).flatMap(([name, before]): [string, string][] => {
    if (!name.endsWith('-TotalPages')) return [[name, before]];
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** Sends the response with the faults that change its delivery. */
export function deliver(response: ServerResponse, spoiled: ShopResponse, faults: MetFaults, withBody: boolean): void {
  if (faults.hang) return;
  if (faults.reset) return void response.socket?.destroy();
  if (!faults.cut || !withBody) return send(response, spoiled, withBody);
  const { status, headers, body } = spoiled;
  response.writeHead(status, { ...headers, 'Content-Length': String(body.length) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}
