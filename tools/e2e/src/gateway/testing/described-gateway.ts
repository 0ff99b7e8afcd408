import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { PublicGateway, type GatewaySettings } from './public-gateway';

export interface Echoed {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Responds with the request as JSON. */
export const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ method, url, headers, body: await text(request) }));
};

/** Gives each test a gateway with real apps behind it. Call it inside `describe`. */
export function describedGateway() {
  const servers: Server[] = [];
  let current: PublicGateway | null = null;
  const gateway = () => {
    if (!current) throw new Error('begin() comes first');
    return current;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    await current?.stop();
    current = null;
  });
  return {
    gateway,
    /** Starts an app and returns its port. */
    app: async (handler: RequestListener) => {
      const server = createServer(handler).listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      return (server.address() as { port: number }).port;
    },
    /** Starts the gateway in front of these apps. */
    begin: async (ports: Record<string, number>, settings?: GatewaySettings) => {
      current = await PublicGateway.start(new Map(Object.entries(ports)), settings);
    },
    seen: async (path: string, init: RequestInit = {}) => (await (await fetch(`${gateway().url}${path}`, init)).json()) as Echoed,
  };
}
