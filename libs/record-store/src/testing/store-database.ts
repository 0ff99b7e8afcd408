import { createTestDatabase, until } from '@sync/test-harness';
import { systemCapabilities, type RecordOf, type SystemCapability } from '@sync/records';
import { Pool, type QueryResultRow } from 'pg';
import { v7 as timeOrderedId } from 'uuid';
import type { PageOutcome } from '../record-page';
import { RecordStore } from '../record-store';
import type { FeedPlace, FeedRecord } from '../records-feed';

/** A separate database with the rows that record store tests need. */
export class StoreDatabase {
  private constructor(
    readonly pool: Pool,
    readonly store: RecordStore,
    private readonly release: () => Promise<void>,
  ) {}

  static async create(): Promise<StoreDatabase> {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url, max: 20 });
    // Dropping the database may terminate a session that is closing anyway.
    pool.on('error', () => undefined);
    return new StoreDatabase(pool, new RecordStore(pool), async () => {
      await pool.end();
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
    return id;
  }

  write<C extends SystemCapability>(
    systemConnectionId: string,
    capability: C,
    records: RecordOf[C][],
    firstExport = false,
  ): Promise<PageOutcome> {
    return this.store.writePage({ systemConnectionId, capability, records, firstExport });
  }

  /** All records after a place. Waits until none is withheld: other databases of the server share its transaction ids. */
  async feed(capability: SystemCapability, sourceConnectionIds: string[], after?: FeedPlace): Promise<FeedRecord[]> {
    await this.untilVisible();
    return (await this.store.readFeed({ capability, sourceConnectionIds, after, limit: 1_000 })).records;
  }

  /** Records by capability, without deleted ones. */
  async count(connectionId: string): Promise<Record<SystemCapability, number>> {
    const one = (table: string): string =>
      `(select count(*)::int from ${table} where system_connection_id = $1 and deleted_at is null) as ${table}`;
    const [counts] = await this.rows<Record<SystemCapability, number>>(`select ${systemCapabilities.map(one).join(', ')}`, [connectionId]);
    return counts ?? { customers: 0, products: 0, orders: 0 };
  }

  async untilVisible(): Promise<void> {
    const [now] = await this.rows<{ id: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as id');
    const horizon = 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1::bigint as reached';
    await until(async () => (await this.rows<{ reached: boolean }>(horizon, [now?.id]))[0]?.reached ?? false);
  }
}
