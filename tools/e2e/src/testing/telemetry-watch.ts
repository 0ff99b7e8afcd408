import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** By its service. */
  app: string;
}

interface ResourceSpans {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] };
  scopeSpans: { spans: Omit<Span, 'app'>[] }[];
}

/** An OpenTelemetry collector that keeps everything that is sent to it. */
export class TelemetryWatch {
  /** Bodies and headers, as they came. */
  readonly received: string[] = [];
  readonly spans: Span[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<TelemetryWatch> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const watch = new TelemetryWatch(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        watch.take(`${request.rawHeaders.join('\n')}\n${body}`, body);
        response.end('{}');
      });
    });
    return watch;
  }

  /** Whether one trace has a span of each of these names, and each of its spans but the first hangs below another. */
  hasTraceOf(...names: string[]): boolean {
    const ids = [...new Set(this.spans.map(({ traceId }) => traceId))];
    return ids.some((id) => {
      const spans = this.spans.filter(({ traceId }) => traceId === id);
      const roots = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId));
      return roots.length === 1 && names.every((name) => spans.some((span) => span.name === name));
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(text: string, body: string): void {
    this.received.push(text);
    const { resourceSpans = [] } = JSON.parse(body) as { resourceSpans?: ResourceSpans[] };
    for (const { resource, scopeSpans } of resourceSpans) {
      const app = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, app }))));
    }
  }
}
