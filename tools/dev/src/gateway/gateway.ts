import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainServer, Problem, setResponseHeaders, writeProblem } from '@sync/service-runtime';
import { forward } from './forward';
import { accepts, allowedMethods, sendJson, type LocalRoute, type LocalRoutes } from './local-route';
import { unavailable } from './unavailable';
import { appFor, gatewayRoutes, type GatewayRoute } from './routes';

export interface GatewayOptions {
  host: string;
  port: number;
  /** Port of each app by its name. */
  appPorts: ReadonlyMap<string, number>;
  routes?: readonly GatewayRoute[];
  /** Pages and files that the gateway serves itself, besides its health. */
  localRoutes?: LocalRoutes;
}

const readyTimeoutMs = 2_000;

/** The single address of `npm start`: forwards each request to its app. */
export class Gateway {
  private readonly server: Server;
  private readonly localRoutes: LocalRoutes;
  private isStopping = false;

  private constructor(private readonly options: GatewayOptions) {
    this.server = plainServer((request, response, requestId) => this.handle(request, response, requestId));
    this.localRoutes = new Map([...(options.localRoutes ?? []), ...this.health()]);
  }

  /** Rejects when the port is taken. */
  static async start(options: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(options);
    gateway.server.listen(options.port, options.host);
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    const address = this.server.address();
    const port = typeof address === 'object' && address ? address.port : this.options.port;
    const { host } = this.options;
    const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
  }

  /** Fails readiness at once, stops listening after `noticeMs`, and resolves when open requests have completed. */
  async drain(noticeMs = 0): Promise<void> {
    this.isStopping = true;
    if (noticeMs > 0) await sleep(noticeMs);
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  /** Aborts the remaining requests. */
  cutOff(): void {
    this.server.closeAllConnections();
  }

  /** Names of the apps that are not ready. */
  async notReady(): Promise<string[]> {
    const checks = [...this.options.appPorts].map(async ([name, port]) => ((await isReady(port)) ? [] : [name]));
    return (await Promise.all(checks)).flat();
  }

  private handle(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    response.on('error', () => undefined);
    const { url = '/' } = request;
    const [path = '/'] = url.split('?');
    const app = appFor(url, this.options.routes ?? gatewayRoutes);
    const port = app === null ? undefined : this.options.appPorts.get(app);
    const local = this.localRoutes.get(path);
    if (!local && port !== undefined) return forward({ request, response, requestId, port, path });
    setResponseHeaders(response, requestId);
    if (local) return respondLocally(local, request, response);
    const problem = url.startsWith('/')
      ? new Problem('not-found', 'No part of the service has this address.')
      : new Problem('malformed-request', 'The request target must be a path.');
    return writeProblem(response, problem);
  }

  private health(): [path: string, LocalRoute][] {
    const ready = async (response: ServerResponse) => {
      const names = this.isStopping ? ['stopping'] : await this.notReady();
      if (names.length === 0) sendJson(response, { status: 'ready' });
      else writeProblem(response, unavailable(`Not ready: ${names.join(', ')}.`));
    };
    return [
      ['/health/live', { methods: ['GET'], respond: (_, response) => sendJson(response, { status: 'live' }) }],
      ['/health/ready', { methods: ['GET'], respond: (_, response) => void ready(response) }],
    ];
  }
}

function respondLocally(route: LocalRoute, request: IncomingMessage, response: ServerResponse): void {
  if (accepts(route, request.method)) return route.respond(request, response);
  const headers = { Allow: allowedMethods(route) };
  return writeProblem(response, new Problem('method-not-allowed', `This address accepts ${headers.Allow}.`, { headers }));
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(readyTimeoutMs) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
