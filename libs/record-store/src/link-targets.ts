import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

type Kind = 'customer' | 'product';

/** Ids of the stored customers and products by source id. */
export type FoundTargets = Record<Kind, ReadonlyMap<string, string>>;

const maxRemembered = 10_000;

/** Characters. Longer source ids are looked up each time, to bound the cache's memory. */
const maxRememberedLength = 64;

/**
 * A tombstone without content is outside the feed and must not be linked. `is distinct from` keeps the planner off the feed's
 * partial index.
 */
const lookup = `
select 'customer' as kind, source_id, id from customers where shop_id = $1 and source_id = any ($2) and feed_position is distinct from -1
union all
select 'product', source_id, id from products where shop_id = $1 and source_id = any ($3) and feed_position is distinct from -1`;

/**
 * Finds the records that orders refer to. Caches what it found: a record keeps its id as long as its shop exists, and most
 * orders of a shop refer to the same products.
 */
export class LinkTargets {
  private readonly remembered = new LRUCache<string, string>({ max: maxRemembered });

  constructor(private readonly pool: Pool) {}

  async find(shopId: string, wanted: Record<Kind, ReadonlySet<string>>): Promise<FoundTargets> {
    const found: Record<Kind, Map<string, string>> = { customer: new Map(), product: new Map() };
    const unknown: Record<Kind, string[]> = { customer: [], product: [] };
    for (const kind of ['customer', 'product'] as const) {
      for (const sourceId of wanted[kind]) {
        const id = this.remembered.get(`${shopId} ${kind} ${sourceId}`);
        if (id) {
          found[kind].set(sourceId, id);
        } else {
          unknown[kind].push(sourceId);
        }
      }
    }
    await this.lookUp(shopId, unknown, found);
    return found;
  }

  private async lookUp(shopId: string, unknown: Record<Kind, string[]>, found: Record<Kind, Map<string, string>>): Promise<void> {
    if (unknown.customer.length + unknown.product.length === 0) {
      return;
    }
    const values = [shopId, unknown.customer, unknown.product];
    const result = await this.pool.query<{ kind: Kind; source_id: string; id: string }>({ name: 'link targets', text: lookup, values });
    for (const { kind, source_id, id } of result.rows) {
      found[kind].set(source_id, id);
      if (source_id.length <= maxRememberedLength) {
        this.remembered.set(`${shopId} ${kind} ${source_id}`, id);
      }
    }
  }
}
