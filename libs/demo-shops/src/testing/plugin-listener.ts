import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { bodyText } from '../base/request-body';

type Fields = Record<string, unknown>;
interface PluginResponse {
  status: number;
  body: unknown;
}

const registerPath = '/api/system-connections/register';

/** Stands in for the service: records what plugins send, and responds as the test wants. */
export class PluginListener {
  readonly heard: { path: string; body: string }[] = [];
  respond: (fields: Fields) => Promise<PluginResponse> | PluginResponse = () => ({ status: 201, body: {} });

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
        if (path !== registerPath) return response.end();
        const reply = await listener.respond(JSON.parse(body) as Fields);
        return response.writeHead(reply.status).end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
      })();
    });
    return listener;
  }

  /** The bodies of both handshakes. */
  get registered(): Fields[] {
    return this.heard.flatMap(({ path, body }) => (path === registerPath ? [JSON.parse(body) as Fields] : []));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
