import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionSync } from '../connection-sync';
import type { ClientOptions } from '../transport';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

type Response = (response: ServerResponse, request: SeenRequest) => void;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return (response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function problem(type: string, status: number, headers: Record<string, string> = {}): Response {
  const body = { type: `/problems/${type}`, title: 'A title', status, detail: 'A detail.', instance: '/' };
  return json(body, status, { 'content-type': 'application/problem+json', ...headers });
}

export function lines(...all: object[]): Response {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Closes the connection after these bytes of a longer response. */
export function cutOff(start = ''): Response {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(start, () => response.destroy());
  };
}

/** Never responds. */
export const silence: Response = () => undefined;

/** An HTTP server that gives one response after the other, the last one again and again, and keeps what it was asked. */
export class ScriptedService {
  readonly seen: SeenRequest[] = [];
  private script: Response[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    const service = new ScriptedService(server);
    server.on('request', (request, response) => void service.respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A client of this service, which from now on gives these responses. */
  client(script: Response[], options: Partial<ClientOptions> = {}): ConnectionSync {
    this.script = script;
    this.seen.length = 0;
    return new ConnectionSync({ baseUrl: this.url, token: 'sca_test', ...options });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', headers } = request;
    const seen = { method, url: new URL(request.url ?? '', this.url), headers, body };
    this.seen.push(seen);
    const next = this.script.length > 1 ? this.script.shift() : this.script[0];
    next?.(response, seen);
  }
}
