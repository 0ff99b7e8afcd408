import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { forward } from './forward';
import { allowedMethods, answerJson, takes, type OwnAnswer, type OwnAnswers } from './own-answer';
import { answerProblem, problemBody, type GatewayProblem, type GatewayStatus } from './problems';
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
  private readonly ownAnswers: OwnAnswers;

  private constructor(
    private readonly server: Server,
    private readonly options: GatewayOptions,
  ) {
    this.ownAnswers = new Map([...(options.answers ?? []), ...this.health()]);
    server.on('request', (request, response) => this.handle(request, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => refuseUnreadable(error, socket));
  }

  /** Rejects when the port is taken. */
  static async start(options: GatewayOptions): Promise<Gateway> {
    // Slow or oversized headers are cut off; bodies are the business of the app that reads them.
    const server = createServer({
      maxHeaderSize: 16_384,
      headersTimeout: 5_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 1_000,
    });
    server.listen(options.port, options.host);
    await once(server, 'listening');
    return new Gateway(server, options);
  }

  get url(): string {
    const address = this.server.address();
    const port = typeof address === 'object' && address ? address.port : this.options.port;
    const { host } = this.options;
    const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
  }

  /** Takes no more connections; resolves when the requests under way have been answered. */
  async drain(): Promise<void> {
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

  private handle(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined);
    const { url = '/' } = request;
    if (!url.startsWith('/')) return answerProblem(response, { status: 400, detail: 'The request target must be a path.' });
    const [path = '/'] = url.split('?');
    const own = this.ownAnswers.get(path);
    if (own) return answerOwn(own, request, response, path);
    const app = appFor(url, this.options.routes ?? gatewayRoutes);
    const port = app === null ? undefined : this.options.appPorts.get(app);
    if (port === undefined)
      return answerProblem(response, { status: 404, detail: 'No part of the service answers at this address.', instance: path });
    return forward(request, response, port, path);
  }

  private health(): [path: string, OwnAnswer][] {
    const ready = async (response: ServerResponse) => {
      const names = await this.notReady();
      if (names.length === 0) answerJson(response, { status: 'ready' });
      else answerProblem(response, notReadyProblem(names));
    };
    return [
      ['/health/live', { methods: ['GET'], answer: (_, response) => answerJson(response, { status: 'live' }) }],
      ['/health/ready', { methods: ['GET'], answer: (_, response) => void ready(response) }],
    ];
  }
}

function answerOwn(own: OwnAnswer, request: IncomingMessage, response: ServerResponse, path: string): void {
  if (takes(own, request.method)) return own.answer(request, response);
  const allowed = allowedMethods(own);
  response.setHeader('Allow', allowed);
  return answerProblem(response, { status: 405, detail: `This address takes ${allowed}.`, instance: path });
}

function notReadyProblem(names: readonly string[]): GatewayProblem {
  return { status: 503, detail: 'Not every part of the service is ready.', instance: '/health/ready', more: { not_ready: names } };
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

const unreadable: Record<string, readonly [GatewayStatus, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** What Node's parser refused never becomes a request, so the answer is written by hand. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = unreadable[error.code ?? ''] ?? ([400, 'Bad Request'] as const);
  const body = problemBody({ status, detail: 'The request was refused before it was read.' });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
