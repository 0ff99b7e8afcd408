import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Gateway } from '../gateway';
import type { LocalRoutes } from '../local-route';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Responds with the request as JSON. */
export const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
  });
};

export interface Echoed {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What the tests of every gateway need. */
export interface StartedGateway {
  readonly url: string;
  /** Aborts the remaining requests. */
  cutOff(): void;
  drain(): Promise<void>;
}

/** Starts a gateway in front of the apps at these ports. */
export type StartGateway<Started extends StartedGateway = StartedGateway, More extends unknown[] = []> = (
  appPorts: ReadonlyMap<string, number>,
  ...more: More
) => Promise<Started>;

export const startDevelopmentGateway: StartGateway<Gateway, [localRoutes?: LocalRoutes]> = (appPorts, localRoutes) =>
  Gateway.start({ host: '127.0.0.1', port: 0, appPorts, localRoutes });

/** Gives each test a gateway with real apps behind it. Call it inside `describe`. */
export function describedGateway<Started extends StartedGateway, More extends unknown[]>(start: StartGateway<Started, More>) {
  const servers: Server[] = [];
  let current: Started | null = null;
  const gateway = () => {
    if (!current) throw new Error('begin() comes first');
    return current;
  };
  afterEach(async () => {
    current?.cutOff();
    const drained = current?.drain();
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
    await drained;
    current = null;
  });
  return {
    gateway,
    /** Starts an app and returns its port. */
    app: async (handler: Handler) => {
      const server = createServer(handler);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      return (server.address() as { port: number }).port;
    },
    /** Starts the gateway in front of these apps. */
    begin: async (ports: Record<string, number>, ...more: More) => {
      current = await start(new Map(Object.entries(ports)), ...more);
    },
    seen: async (path: string, init: RequestInit = {}) => (await (await fetch(`${gateway().url}${path}`, init)).json()) as Echoed,
  };
}
