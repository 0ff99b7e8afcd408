import type { ShopCollection } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import type { CalledService, Caller } from '../testing/actors';
import { json } from '../testing/exchange';

interface FeedPage {
  data: { id: string; source_id: string }[];
  next_cursor: string;
  has_more: boolean;
}

const kinds: readonly ShopCollection[] = ['customers', 'products', 'orders'];

/** Reads a tenant's records feed as a caller does: it keeps the cursor, and knows of each record what it has read last. */
export class FeedReader {
  private readonly cursors = new Map<ShopCollection, string>();
  private readonly known = new Map<string, string>();
  /** Records read so far, each as often as it was shown. */
  changes = 0;
  /** Records shown twice without a change between. */
  readonly repeated: string[] = [];

  constructor(
    private readonly service: CalledService,
    private readonly caller: Caller,
  ) {}

  /** Reads what can be read now. A response other than 200 ends it, with the cursors kept. False: then there may be more. */
  async readOn(): Promise<boolean> {
    for (const kind of kinds) {
      for (let hasMore = true; hasMore;) {
        const page = await this.page(kind).catch(() => null);
        if (!page) return false;
        this.take(kind, page);
        hasMore = page.has_more;
      }
    }
    return true;
  }

  /** After a storm: what a caller who kept reading has not learnt right, compared with one who reads everything now. */
  async wrongs(): Promise<string[]> {
    const fresh = new FeedReader(this.service, this.caller);
    await until(() => this.readOn());
    await until(() => fresh.readOn());
    const ids = new Set([...this.known.keys(), ...fresh.known.keys()]);
    const different = [...ids].filter((id) => this.known.get(id) !== fresh.known.get(id));
    return [
      ...different.map((id) => `${id} was read differently from the feed`),
      ...this.repeated.map((id) => `${id} came twice from the feed`),
    ];
  }

  private take(kind: ShopCollection, { data, next_cursor }: FeedPage): void {
    for (const record of data) {
      const [key, content] = [`${kind} ${record.source_id} (${record.id})`, JSON.stringify(record)];
      if (this.known.get(key) === content) this.repeated.push(key);
      this.known.set(key, content);
    }
    this.changes += data.length;
    this.cursors.set(kind, next_cursor);
  }

  /** Null: not now. */
  private async page(kind: ShopCollection): Promise<FeedPage | null> {
    const cursor = this.cursors.get(kind);
    const query = new URLSearchParams({ limit: '500', ...(cursor !== undefined && { cursor }) });
    const response = await this.service.ask('GET', `/api/records/${kind}?${query.toString()}`, { token: this.caller.token });
    return response.status === 200 ? json<FeedPage>(response) : null;
  }
}
