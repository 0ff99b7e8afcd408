import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, until } from '@sync/test-harness';
import { systemCapabilities, type RecordOf, type SystemCapability } from '@sync/records';
import { Pool, type QueryResultRow } from 'pg';
import { v7 as timeOrderedId } from 'uuid';
import type { PageOutcome } from '../record-page';
import { RecordStore } from '../record-store';
import type { FeedPage, FeedRecord } from '../feed-page';
import type { FeedPlace, FeedSource } from '../feed-place';
import type { FeedQuery } from '../records-feed';
import { openShop } from '../shops';

/** A separate database with the rows that record store tests need. */
export class StoreDatabase {
  private constructor(
    readonly pool: Pool,
    /** As the owner of the tables. */
    readonly owner: Pool,
    readonly store: RecordStore,
    private readonly release: () => Promise<void>,
  ) {}

  static async create(): Promise<StoreDatabase> {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.allTenantsUrl, max: 20 });
    // Dropping the database may terminate a session that is closing anyway.
    pool.on('error', () => undefined);
    const owner = new Pool({ connectionString: database.ownerUrl, max: 2 }).on('error', () => undefined);
    return new StoreDatabase(pool, owner, new RecordStore(pool), async () => {
      await Promise.all([pool.end(), owner.end()]);
      await database.stop();
    });
  }

  stop(): Promise<void> {
    return this.release();
  }

  async rows<R extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(sql, values)).rows;
  }

  async connection(status = 'active'): Promise<string> {
    const id = timeOrderedId();
    await this.pool.query('insert into system_connections (id, name, status) values ($1, $2, $3)', [id, 'A shop', status]);
    await openShop({ query: async (sql, values) => (await this.pool.query(sql, values)).rows as never }, id);
    return id;
  }

  write<C extends SystemCapability>(shopId: string, capability: C, records: RecordOf[C][], firstExport = false): Promise<PageOutcome> {
    return this.store.writePage({ shopId, capability, records, firstExport });
  }

  /** All records after a place, or since an instant. */
  async feed(capability: SystemCapability, shopIds: string[], after?: FeedPlace, updatedSince?: Date): Promise<FeedRecord[]> {
    return (await this.page({ capability, sources: sourcesOf(shopIds), after, updatedSince, limit: 1_000 })).records;
  }

  /**
   * A page, once no record is withheld from it. `untilVisible` alone does not do: a transaction of any database that ends in the moment of a
   * reading holds up that one reading.
   */
  async page(query: FeedQuery): Promise<{ records: FeedRecord[]; next: FeedPlace; more: boolean }> {
    await this.untilVisible();
    const { capability, sources, after, updatedSince, limit } = query;
    const [stored] = await this.rows<{ count: number }>(
      `select count(*)::int as count from ${capability}
       where shop_id = any($1) and feed_position >= 0 and ($2::bigint is null or (feed_position, id) > ($2, $3))
         and ($4::timestamptz is null or synced_at >= $4)`,
      [sources.map(({ shopId }) => shopId), after?.position ?? null, after?.id ?? null, updatedSince ?? null],
    );
    const count = stored?.count ?? 0;
    for (;;) {
      const page = await this.store.readFeed(query);
      const records = await recordsOf(page);
      if (records.length >= Math.min(count, limit) && page.more === count > limit) return { records, next: page.next, more: page.more };
      await delay(10);
    }
  }

  /** Records by capability, without deleted ones. */
  async count(connectionId: string): Promise<Record<SystemCapability, number>> {
    const one = (table: string): string => `(select count(*)::int from ${table} where shop_id = $1 and deleted_at is null) as ${table}`;
    const [counts] = await this.rows<Record<SystemCapability, number>>(`select ${systemCapabilities.map(one).join(', ')}`, [connectionId]);
    return counts ?? { customers: 0, products: 0, orders: 0 };
  }

  async untilVisible(): Promise<void> {
    // A record that waited for another writer has the next transaction's id as its position, so it shows once there is one.
    await this.rows('select pg_current_xact_id()');
    const [now] = await this.rows<{ position: string }>(
      'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + "offset")::text as position from feed_clock',
    );
    const horizon = 'select feed_horizon() >= $1::bigint as reached';
    await until(async () => (await this.rows<{ reached: boolean }>(horizon, [now?.position]))[0]?.reached ?? false);
  }
}

/** Shops that each the first connection to them syncs, which has their id. */
export function sourcesOf(shopIds: readonly string[]): FeedSource[] {
  return [...new Set(shopIds)].map((id) => ({ shopId: id, connectionId: id }));
}

/** The records of a page, all loaded. */
export async function recordsOf(page: FeedPage): Promise<FeedRecord[]> {
  let text = '';
  for await (const chunk of page.chunks()) text += chunk;
  return JSON.parse(`[${text}]`) as FeedRecord[];
}
