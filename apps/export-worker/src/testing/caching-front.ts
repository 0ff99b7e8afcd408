import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ShopFront } from './shop-front';

interface Kept {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Stands in front of a shop and serves what it once responded to every address that it takes for the same. */
export class CachingFront extends ShopFront {
  private readonly kept = new Map<string, Promise<Kept>>();
  /** The part of an address that the cache looks at; null: not cached. */
  keyOf: (address: URL) => string | null = () => null;
  /** What the shop's response becomes; undefined: it stays. */
  spoil: (address: URL) => Partial<Kept> | undefined = () => undefined;

  /** Forgets what it has kept, and from now on lets everything through. */
  clear(): void {
    this.kept.clear();
    this.keyOf = () => null;
    this.spoil = () => undefined;
  }

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = this.addressOf(request);
    const key = this.keyOf(address);
    const asked = (key === null ? undefined : this.kept.get(key)) ?? this.keep(request);
    if (key !== null) this.kept.set(key, asked);
    const { status, headers, body } = { ...(await asked), ...this.spoil(address) };
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers;
    response.writeHead(status, others).end(body);
  }

  private async keep(request: IncomingMessage): Promise<Kept> {
    const reply = await this.askShop(request);
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await text(reply) };
  }
}
