import { RecordStore } from '@sync/record-store';
import type { ProductData } from '@sync/records';
import type { Pool } from 'pg';
import { insertConnection } from '../bench-connection';
import { benchPool } from '../bench-pool';
import { compared, type BenchRow } from '../measure';
import { benchLinkTargets } from '../persist-orders';
import { benchClock, ProcessorMeter, type ProcessorClock } from '../processor-time';

const shops = 10;
const perPage = 500;
/** Sizes are looked at so many times. */
const looks = 40;

interface FeedIndexSizes {
  /** Those that change. */
  products: number;
  /** Those of another shop, which do not. */
  others: number;
  updates: number;
}

export const feedIndexSizes = (factor: number): FeedIndexSizes => ({
  products: Math.round(100_000 * Math.min(factor, 1)),
  others: Math.round(900_000 * Math.min(factor, 1)),
  updates: Math.round(1_000_000 * Math.min(factor, 1)),
});

/**
 * Updates are spread evenly over the products, in pages that the product's own writer stores. What takes a service hours takes minutes here,
 * so autovacuum looks more often by as much.
 */
export async function measureFeedIndex(
  url: string,
  postgres: ProcessorClock,
  { products, others, updates }: FeedIndexSizes,
): Promise<BenchRow> {
  const pool = benchPool(url, 2);
  await setNaptime(pool, `set autovacuum_naptime = '1s'`);
  const meter = new ProcessorMeter('update', { bench: benchClock, Postgres: postgres });
  try {
    await addOthers(pool, others);
    const catalogue = await Catalogue.fill(pool, products);
    await pool.query('reindex index products_feed');
    const packed = await indexBytes(pool);
    let largest = packed;
    const pages = Math.ceil(updates / perPage);
    const write = async () => {
      for (let page = 1; page <= pages; page += 1) {
        await catalogue.update(page);
        if (page % Math.ceil(pages / looks) === 0 || page === pages) largest = Math.max(largest, await indexBytes(pool));
      }
    };
    await meter.around('update', updates, write);
    return compared({
      section: 'Index of the feed',
      what: `largest during ${updates.toLocaleString('en')} updates of ${products.toLocaleString('en')} of ${(products + others).toLocaleString('en')} products`,
      value: largest / 1024 ** 2,
      unit: 'MiB',
      against: 'packed',
      limit: packed / 1024 ** 2,
      goal: '<= 2.5',
      processor: meter.costOf('update'),
    });
  } finally {
    await setNaptime(pool, 'reset autovacuum_naptime');
    await pool.end();
  }
}

async function setNaptime(pool: Pool, change: string): Promise<void> {
  await pool.query(`alter system ${change}`);
  await pool.query('select pg_reload_conf()');
}

async function addOthers(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `insert into products (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes,
       name, status, categories)
     select gen_random_uuid(), $1, gen_random_uuid(), 1, (1000000 + number)::text, 'commerce_a', '', '', '[]', '[]', 'Tea', 'active', '[]'
     from generate_series(1, $2::int) number`,
    [await insertConnection(pool), count],
  );
}

async function indexBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`select pg_relation_size('products_feed') as bytes`);
  return Number(rows[0]?.bytes);
}

class Catalogue {
  private readonly store: RecordStore;
  private readonly model = benchLinkTargets().products[0] as ProductData;

  private constructor(
    pool: Pool,
    private readonly connections: readonly string[],
    private readonly ofEach: number,
  ) {
    this.store = new RecordStore(pool);
  }

  static async fill(pool: Pool, products: number): Promise<Catalogue> {
    const connections: string[] = [];
    while (connections.length < shops) connections.push(await insertConnection(pool));
    const catalogue = new Catalogue(pool, connections, Math.ceil(products / shops));
    for (let first = 0; first < catalogue.ofEach; first += perPage) {
      const numbers = Array.from({ length: Math.min(perPage, catalogue.ofEach - first) }, (_, index) => first + index);
      for (const connection of connections) await catalogue.write(connection, numbers, 0);
    }
    await pool.query('vacuum analyze products');
    return catalogue;
  }

  /** Any 500 products of the next shop. */
  async update(page: number): Promise<void> {
    const numbers = new Set<number>();
    while (numbers.size < Math.min(perPage, this.ofEach)) numbers.add(Math.floor(Math.random() * this.ofEach));
    await this.write(this.connections[page % shops] as string, [...numbers], page);
  }

  private async write(systemConnectionId: string, numbers: readonly number[], price: number): Promise<void> {
    const records = numbers.map((number) => ({ ...this.model, sourceId: String(100_000 + number), price }));
    await this.store.writePage({ shopId: systemConnectionId, capability: 'products', records, firstExport: price === 0 });
  }
}
