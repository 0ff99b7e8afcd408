import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import proxy from '@fastify/http-proxy';
import { Problem, problemOf, sendProblem } from '@sync/service-runtime';
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';

/** The app of each path and the paths below it. The longest prefix decides. docker/gateway has the same routes for production. */
const routes = {
  '/api': 'connection-api',
  '/problems': 'connection-api',
  '/api/webhooks': 'webhook-ingress',
  '/api/admin': 'admin-api',
};

export interface GatewayOptions {
  host: string;
  port: number;
  /** Port of each app by its name. */
  appPorts: ReadonlyMap<string, number>;
  /** Pages and files that the gateway serves itself. */
  pages?: readonly FastifyPluginAsync[];
}

const readyTimeoutMs = 2_000;
/** Far more than any app accepts, so that the apps refuse. */
const maxBodyBytes = 16 * 1024 * 1024;

/** The single address of `npm start`: forwards each request to its app. */
export class Gateway {
  private readonly server: FastifyInstance = fastify({ frameworkErrors: respondToError, bodyLimit: maxBodyBytes });
  private isStopping = false;

  private constructor(private readonly appPorts: ReadonlyMap<string, number>) {}

  /** Rejects when the port is taken. */
  static async start({ host, port, appPorts, pages = [] }: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(appPorts);
    const { server } = gateway;
    server.setErrorHandler(respondToError);
    server.setNotFoundHandler(() => {
      throw new Problem('not-found', 'No part of the service has this address.');
    });
    // Whole, because a client that still sends would not read an app's refusal, and as a stream, because the proxy encodes all others again.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, Readable.from([body])));
    server.get('/health/live', () => ({ status: 'live' }));
    server.get('/health/ready', () => gateway.ready());
    for (const page of pages) void server.register(page);
    for (const [prefix, app] of Object.entries(routes)) if (appPorts.has(app)) forward(server, prefix, appPorts.get(app));
    await server.listen({ host, port });
    return gateway;
  }

  get url(): string {
    return this.server.listeningOrigin.replace(/0\.0\.0\.0|\[::\]/, '127.0.0.1');
  }

  /** Fails readiness at once, stops listening after `noticeMs`, and resolves when open requests have completed. */
  async drain(noticeMs = 0): Promise<void> {
    this.isStopping = true;
    await sleep(noticeMs);
    await this.server.close();
  }

  /** Aborts the remaining requests. */
  cutOff(): void {
    this.server.server.closeAllConnections();
  }

  /** Names of the apps that are not ready. */
  async notReady(): Promise<string[]> {
    const checks = [...this.appPorts].map(async ([name, port]) => ((await isReady(port)) ? [] : [name]));
    return (await Promise.all(checks)).flat();
  }

  private async ready() {
    const names = this.isStopping ? ['stopping'] : await this.notReady();
    if (names.length > 0) throw unavailable(`Not ready: ${names.join(', ')}.`);
    return { status: 'ready' };
  }
}

/** The supervisor restarts a crashed app within seconds, so Retry-After is short. */
export function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' } });
}

function forward(server: FastifyInstance, prefix: string, port: number | undefined): void {
  void server.register(proxy, {
    prefix,
    rewritePrefix: prefix,
    proxyPayloads: false,
    upstream: `http://127.0.0.1:${port}`,
    // A 503 is for the client to see, at once.
    retryMethods: [],
    destroyAgent: true,
    replyOptions: {
      // The apps believe what the gateway says about the client. A client's own claims are overwritten, not extended.
      rewriteRequestHeaders: ({ ip, headers: { host = '' } }, headers) => ({
        ...headers,
        host,
        'x-forwarded-for': ip,
        'x-forwarded-proto': 'http',
        'x-forwarded-host': host,
      }),
      onError: (reply) => void reply.send(unavailable('This part of the service is not available.')),
    },
  });
}

function respondToError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, request, problemOf(error));
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
