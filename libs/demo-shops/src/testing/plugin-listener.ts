import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { bodyText } from '../commerce-a/request-body';

export type Fields = Record<string, unknown>;

export interface Heard {
  path: string;
  body: string;
}

/** Where a plugin finds the service in a test: hears what plugins say, and answers as the test wants. */
export class PluginListener {
  readonly heard: Heard[] = [];
  answer: (fields: Fields) => Promise<{ status: number; body: unknown }> | { status: number; body: unknown } = () => ({
    status: 201,
    body: {},
  });

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<PluginListener> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const listener = new PluginListener(server, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    server.on('request', (request, response) => {
      void (async () => {
        const { url: path = '' } = request;
        const body = await bodyText(request);
        listener.heard.push({ path, body });
        if (path !== '/api/system-connections/register') return response.end();
        const answer = await listener.answer(JSON.parse(body) as Fields);
        return response.writeHead(answer.status).end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      })();
    });
    return listener;
  }

  /** What was said at the address of the handshakes. */
  get registered(): Fields[] {
    return this.heard.flatMap(({ path, body }) => (path === '/api/system-connections/register' ? [JSON.parse(body) as Fields] : []));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
