import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostDocument {
  /** Inside the body. */
  body: string;
  /** Inside the head. */
  head?: string;
  lang?: string;
  /** For example a Content-Security-Policy. */
  headers?: Readonly<Record<string, string>>;
}

/** The site of a company that embeds widgets, on an origin other than the service's. */
export class HostSite {
  private readonly pages = new Map<string, { type: string; content: string; headers: Readonly<Record<string, string>> }>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const page = this.pages.get(request.url ?? '');
      if (!page) return response.writeHead(404).end();
      return response.writeHead(200, { 'Content-Type': page.type, ...page.headers }).end(page.content);
    });
  }

  static async start(): Promise<HostSite> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostSite(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the address of a new page. */
  page({ body, head = '', lang = 'en', headers = {} }: HostDocument): string {
    const content = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Host</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`;
    return this.put('text/html; charset=utf-8', content, headers);
  }

  /** Returns the link tag of a new style sheet. */
  style(content: string): string {
    return `<link rel="stylesheet" href="${this.put('text/css', content, {})}">`;
  }

  /** Returns the script tag of a new script. */
  script(content: string): string {
    return `<script src="${this.put('text/javascript', content, {})}"></script>`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private put(type: string, content: string, headers: Readonly<Record<string, string>>): string {
    const path = `/${this.pages.size + 1}`;
    this.pages.set(path, { type, content, headers });
    return this.url + path;
  }
}
