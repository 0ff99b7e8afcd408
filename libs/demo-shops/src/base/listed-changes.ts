import type { ShopEvent, ShopRequest } from './demo-shop';
import type { ShopResponse } from './shop-response';
import { shopCollections, type ShopCollection } from './variation';

interface Change {
  position: number;
  collection: ShopCollection;
  id: number;
  isDeleted: boolean;
}

/** The list of changes of the service's own plugin: a row per record, at the position of its latest change. */
export class ListedChanges {
  private readonly rows = new Map<string, Change>();
  private newest: number;

  constructor(
    /** A request needs it in a header. */
    private readonly key: string,
    /** The version, as the response names it. */
    private readonly said: Readonly<Record<string, string>>,
    private readonly oldest = Date.now(),
  ) {
    this.newest = oldest;
  }

  note(collection: ShopCollection, id: number, event: ShopEvent): void {
    this.newest = Math.max(this.newest + 1, Date.now());
    const key = `${collection} ${id}`;
    const isDeleted = event === 'deleted' || (event !== 'restored' && this.rows.get(key)?.isDeleted === true);
    // Last in the order of the map.
    this.rows.delete(key);
    this.rows.set(key, { position: this.newest, collection, id, isDeleted });
  }

  respond({ headers, parameters }: ShopRequest): ShopResponse {
    if (headers['x-service-connector-key'] !== this.key) return json(401, { error: 'The key of this link is required.' });
    const since = parameters.get('since') ?? '';
    const limit = Number(parameters.get('limit') ?? 1_000);
    const later = since === '' ? [] : [...this.rows.values()].filter(({ position }) => position > Number(since));
    const rows = later.slice(0, limit);
    const hasMore = later.length > limit;
    return json(200, {
      position: this.newest,
      oldest: this.oldest,
      complete: since === '' || Number(since) >= this.oldest,
      has_more: hasMore,
      next: hasMore ? (rows.at(-1)?.position ?? 0) : this.newest,
      changed: grouped(rows.filter(({ isDeleted }) => !isDeleted)),
      deleted: grouped(rows.filter(({ isDeleted }) => isDeleted)),
      ...this.said,
    });
  }
}

function grouped(rows: readonly Change[]): Record<string, string[]> {
  const idsOf = (wanted: ShopCollection) => rows.flatMap(({ collection, id }) => (collection === wanted ? String(id) : []));
  return Object.fromEntries(shopCollections.map((collection) => [collection, idsOf(collection)]));
}

function json(status: number, body: object): ShopResponse {
  return { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: Buffer.from(JSON.stringify(body)) };
}
