import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ShopFront } from './shop-front';

/** How a shop that is away responds. */
export type Outage = 'reset' | '500' | '503' | 'html' | 'silence' | '401' | '403' | 'firewall' | 'maintenance' | 'please wait';

const responses: Partial<Record<Outage, [number, string, Record<string, string>]>> = {
  500: [500, '{"code":"internal_server_error"}', { 'content-type': 'application/json' }],
  503: [503, 'Service Unavailable', { 'content-type': 'text/plain' }],
  html: [200, '<!doctype html><title>Maintenance</title>', { 'content-type': 'text/html' }],
  401: [401, '{"code":"woocommerce_rest_cannot_view"}', { 'content-type': 'application/json' }],
  403: [403, '{"code":"woocommerce_rest_cannot_view"}', { 'content-type': 'application/json' }],
  firewall: [403, '<!doctype html><title>Forbidden</title>', { 'content-type': 'text/html' }],
  maintenance: [503, 'Briefly unavailable for scheduled maintenance.', { 'content-type': 'text/html', 'retry-after': '600' }],
  'please wait': [429, '{}', { 'content-type': 'application/json', 'retry-after': '120' }],
};

/** Stands in front of a shop and fails every request from a chosen one on, until the shop is back. */
export class FailingGate extends ShopFront {
  /** Responses that arrived, by path and query. */
  readonly passed: string[] = [];
  failures = 0;
  private asked = 0;
  private fails: { outage: Outage; from: number; which: RegExp } | null = null;

  /** Fails from the request with this number on (1: the next one), if its path and query match. */
  fail(outage: Outage, { from = 1, which = /^/ }: { from?: number; which?: RegExp } = {}): void {
    this.asked = 0;
    this.fails = { outage, from, which };
  }

  recover(): void {
    this.fails = null;
  }

  /** Listens again at the same address. */
  async startAgain(): Promise<void> {
    this.server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.server, 'listening');
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    this.asked += 1;
    if (this.fails && this.asked >= this.fails.from && this.fails.which.test(path)) return this.refuse(this.fails.outage, response);
    const reply = await this.askShop(request);
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
    await once(reply, 'end');
    this.passed.push(path);
  }

  private refuse(outage: Outage, response: ServerResponse): void {
    this.failures += 1;
    const known = responses[outage];
    if (known) response.writeHead(known[0], known[2]).end(known[1]);
    else if (outage === 'reset') response.destroy();
  }
}
