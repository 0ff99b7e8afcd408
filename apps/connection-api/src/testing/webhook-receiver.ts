import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it arrived. */
export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

type Respond = (event: ReceivedEvent, response: ServerResponse) => void;

/** Where a caller takes webhooks. It responds with 204 unless `respond` says otherwise. */
export class WebhookReceiver {
  readonly events: ReceivedEvent[] = [];
  respond: Respond = (_event, response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => void receiver.take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  urlOf(path = '/hooks'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): ReceivedEvent[] {
    return this.events.filter((event) => event.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += String(piece);
    const { type, timestamp, data } = JSON.parse(text) as Pick<ReceivedEvent, 'type' | 'timestamp' | 'data'>;
    const { url: path = '', headers } = request;
    const event = { path, headers, text, id: String(headers['webhook-id']), type, timestamp, data };
    this.events.push(event);
    this.respond(event, response);
  }
}
