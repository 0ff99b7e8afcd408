import type { IncomingMessage, ServerResponse } from 'node:http';

/** A path that the gateway serves itself. GET includes HEAD. */
export interface LocalRoute {
  methods: readonly ('GET' | 'POST')[];
  respond: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Keyed by exact path without query. There is no lookup by pattern, so no path can reach an unintended file. */
export type LocalRoutes = ReadonlyMap<string, LocalRoute>;

/** Value of the Allow header. */
export function allowedMethods({ methods }: LocalRoute): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

export function accepts({ methods }: LocalRoute, method: string | undefined): boolean {
  return methods.some((accepted) => accepted === method || (accepted === 'GET' && method === 'HEAD'));
}

export function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' })
    .end(body);
}
