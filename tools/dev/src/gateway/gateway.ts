import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainServer, Problem, setResponseHeaders, writeProblem } from '@sync/service-runtime';
import { forward } from './forward';
import { allowedMethods, answerJson, takes, type OwnAnswer, type OwnAnswers } from './own-answer';
import { unavailable } from './unavailable';
import { appFor, gatewayRoutes, type GatewayRoute } from './routes';

export interface GatewayOptions {
  host: string;
  port: number;
  /** Port of each app by its name. */
  appPorts: ReadonlyMap<string, number>;
  routes?: readonly GatewayRoute[];
  /** Besides its health: pages and files. */
  answers?: OwnAnswers;
}

const readyTimeoutMs = 2_000;

/** The one address of `npm start`: passes each request to the app that answers it. */
export class Gateway {
  private readonly server: Server;
  private readonly ownAnswers: OwnAnswers;
  private isStopping = false;

  private constructor(private readonly options: GatewayOptions) {
    this.server = plainServer((request, response, requestId) => this.handle(request, response, requestId));
    this.ownAnswers = new Map([...(options.answers ?? []), ...this.health()]);
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

  /** Is not ready any more, and takes no more connections after this notice; resolves when the requests under way have been answered. */
  async drain(noticeMs = 0): Promise<void> {
    this.isStopping = true;
    if (noticeMs > 0) await sleep(noticeMs);
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  /** Cuts whatever is still under way. */
  cutOff(): void {
    this.server.closeAllConnections();
  }

  /** Names of the apps that are not ready. */
  async notReady(): Promise<string[]> {
    const answers = [...this.options.appPorts].map(async ([name, port]) => ((await isReady(port)) ? [] : [name]));
    return (await Promise.all(answers)).flat();
  }

  private handle(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    response.on('error', () => undefined);
    const { url = '/' } = request;
    const [path = '/'] = url.split('?');
    const app = appFor(url, this.options.routes ?? gatewayRoutes);
    const port = app === null ? undefined : this.options.appPorts.get(app);
    const own = this.ownAnswers.get(path);
    if (!own && port !== undefined) return forward({ request, response, requestId, port, path });
    setResponseHeaders(response, requestId);
    if (own) return answerOwn(own, request, response);
    const problem = url.startsWith('/')
      ? new Problem('not-found', 'No part of the service answers at this address.')
      : new Problem('malformed-request', 'The request target must be a path.');
    return writeProblem(response, problem);
  }

  private health(): [path: string, OwnAnswer][] {
    const ready = async (response: ServerResponse) => {
      const names = this.isStopping ? ['stopping'] : await this.notReady();
      if (names.length === 0) answerJson(response, { status: 'ready' });
      else writeProblem(response, unavailable(`Not ready: ${names.join(', ')}.`));
    };
    return [
      ['/health/live', { methods: ['GET'], answer: (_, response) => answerJson(response, { status: 'live' }) }],
      ['/health/ready', { methods: ['GET'], answer: (_, response) => void ready(response) }],
    ];
  }
}

function answerOwn(own: OwnAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (takes(own, request.method)) return own.answer(request, response);
  const headers = { Allow: allowedMethods(own) };
  return writeProblem(response, new Problem('method-not-allowed', `This address takes ${headers.Allow}.`, { headers }));
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(readyTimeoutMs) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}
