import { Agent, createServer, request, type ClientRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from '@sync/test-harness';

const looksEveryMs = 200;
/** A load that sends nothing for so long is over. */
const loadEndsMs = 15_000;
const direct = new Agent({ keepAlive: false });

/** What a gateway does in front of several instances of an app: each request goes to one that was ready a moment ago, in turn. */
export class Balancer {
  /** Requests that got a 5xx or no response: `POST /path 503`. */
  readonly failed: string[] = [];
  /** Requests that came while several instances were ready. */
  shared = 0;
  private cameAt = 0;
  private ready: AppProcess[] = [];
  private turn = 0;
  private isStopped = false;

  private constructor(
    private readonly server: Server,
    private readonly instances: () => readonly AppProcess[],
  ) {
    server.on('request', (incoming, outgoing) => void this.pass(incoming, outgoing));
  }

  static async before(instances: () => readonly AppProcess[]): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server, instances);
    await balancer.look();
    void balancer.keepLooking();
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves after this many more requests while several instances are ready, or when the load is over. */
  async share(requests: number): Promise<void> {
    const enough = this.shared + requests;
    const beganAt = Date.now();
    while (this.shared < enough && Date.now() - Math.max(this.cameAt, beganAt) < loadEndsMs) await sleep(looksEveryMs);
  }

  stop(): void {
    this.isStopped = true;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async keepLooking(): Promise<void> {
    for (; !this.isStopped; await sleep(looksEveryMs)) await this.look();
  }

  private async look(): Promise<void> {
    const health = await Promise.all(this.instances().map(async (app) => ({ app, status: await app.health('ready') })));
    this.ready = health.filter(({ status }) => status === 200).map(({ app }) => app);
  }

  /** A refused connection has sent nothing, so the next instance gets the request. */
  private async responseTo(send: (app: AppProcess) => ClientRequest, attempts = 3): Promise<IncomingMessage> {
    const app = this.ready[(this.turn += 1) % Math.max(1, this.ready.length)];
    if (!app) throw new Error('No instance is ready');
    if (this.ready.length > 1) this.shared += 1;
    try {
      const [response] = (await once(send(app), 'response')) as [IncomingMessage];
      return response;
    } catch (error) {
      if (attempts === 1 || (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      return this.responseTo(send, attempts - 1);
    }
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.cameAt = Date.now();
    const { method = 'GET', url: path = '/', headers } = incoming;
    try {
      const body = await buffer(incoming);
      const response = await this.responseTo((app) => request(app.url + path, { method, headers, agent: direct }).end(body));
      const { statusCode = 0, headers: responseHeaders } = response;
      const content = await buffer(response);
      if (statusCode >= 500) this.failed.push(`${method} ${path} ${statusCode}`);
      outgoing.writeHead(statusCode, { ...responseHeaders, connection: 'close' }).end(content);
    } catch (error) {
      this.failed.push(`${method} ${path} ${(error as Error).message}`);
      outgoing.destroy();
    }
  }
}
