import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A recorded exchange with a real shop. */
export interface Recording {
  request: { method: string; url: string; auth: string; headers?: Record<string, string>; body?: string };
  status: number;
  reason: string;
  headers: [string, string][];
  body: string;
}

/** A request that the shop received. */
export interface ReceivedRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

export type ResponseHandler = (request: ReceivedRequest, response: ServerResponse) => void;

export function recording(name: string): Recording {
  return JSON.parse(readFileSync(join(__dirname, '../commerce-a/fixtures', `${name}.json`), 'utf8')) as Recording;
}

/** The rows of a recorded page. */
export function recordedRows(name: string): Record<string, unknown>[] {
  return JSON.parse(recording(name).body.replace(/^\uFEFF/, '')) as Record<string, unknown>[];
}

/** A shop on loopback that responds as the test says and records requests. */
export class ReplayingShop {
  readonly requests: ReceivedRequest[] = [];
  respond: ResponseHandler = (_request, response) => response.writeHead(404).end();
  readonly #server: Server;
  #connections = 0;
  #port = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
    this.#server.on('connection', () => (this.#connections += 1));
  }

  static async start(): Promise<ReplayingShop> {
    const shop = new ReplayingShop();
    await new Promise<void>((resolve) => shop.#server.listen(0, '127.0.0.1', resolve));
    shop.#port = (shop.#server.address() as AddressInfo).port;
    return shop;
  }

  get port(): number {
    return this.#port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Number of TCP connections. */
  get connections(): number {
    return this.#connections;
  }

  /** Path and query of each request. */
  get paths(): string[] {
    return this.requests.map(({ url }) => url.pathname + url.search);
  }

  /** Replays a recorded response for every request. */
  replay(name: string): void {
    this.respond = (_request, response) => this.send(response, recording(name));
  }

  send(response: ServerResponse, { status, reason, headers, body }: Recording): void {
    response.writeHead(
      status,
      reason,
      headers.flatMap(([name, value]) => [name, this.#local(value)]),
    );
    response.end(this.#local(body));
  }

  /** Returns these rows as one JSON page for every request. */
  respondWithRows(rows: unknown, headers: Record<string, string> = { 'X-WP-TotalPages': '1' }): void {
    this.respondWithBody(JSON.stringify(rows), headers);
  }

  respondWithBody(body: string | Buffer, headers: Record<string, string> = {}, status = 200): void {
    this.respond = (_request, response) =>
      response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers }).end(body);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #local(text: string): string {
    return text.replaceAll('{store_base}', this.baseUrl).replaceAll('{store_hostname}', '127.0.0.1');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', this.baseUrl),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    this.requests.push(received);
    this.respond(received, response);
  }
}
