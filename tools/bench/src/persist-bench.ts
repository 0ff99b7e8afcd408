import { RecordStore } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import { benchPool } from './bench-pool';
import { insertConnection } from './bench-connection';
import { secondsOf } from './measure';
import { benchLinkTargets, benchOrders } from './persist-orders';

interface Batches {
  size: number;
  connections: number;
  inHand?: number;
  firstExport: boolean;
}

/** A database with the service's tables, one connection, and the customers and products that its orders refer to. */
export class PersistBench {
  private constructor(
    readonly url: string,
    readonly pool: Pool,
    readonly connectionId: string,
  ) {}

  static async open(url: string): Promise<PersistBench> {
    const pool = benchPool(url, 4);
    const bench = new PersistBench(url, pool, await insertConnection(pool));
    const { customers, products } = benchLinkTargets();
    const store = new RecordStore(pool);
    await store.writePage({ shopId: bench.connectionId, capability: 'customers', records: customers, firstExport: true });
    await store.writePage({ shopId: bench.connectionId, capability: 'products', records: products, firstExport: true });
    return bench;
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /** Deletes only this connection's orders; the others keep the table large. */
  async removeOrders(): Promise<void> {
    await this.pool.query('delete from orders where shop_id = $1', [this.connectionId]);
    await this.calmDown();
  }

  /** Runs deferred work (vacuum, checkpoint) now, so that the next case does not pay for it. */
  async calmDown(): Promise<void> {
    await this.pool.query('vacuum orders');
    await this.pool.query('checkpoint');
  }

  /** Seconds to store the orders in batches over that many database connections. `inHand`: concurrent batches; one is prepared while another waits for the database. */
  async secondsToStore(orders: OrderData[], { size, connections, inHand = connections, firstExport }: Batches): Promise<number> {
    const pool = benchPool(this.url, connections);
    const store = new RecordStore(pool);
    const batches = Array.from({ length: Math.ceil(orders.length / size) }, (_, index) =>
      orders.slice(index * size, (index + 1) * size),
    ).reverse();
    const write = async (): Promise<void> => {
      for (let records = batches.pop(); records; records = batches.pop()) {
        await store.writePage({ shopId: this.connectionId, capability: 'orders', records, firstExport });
      }
    };
    try {
      return await secondsOf(() => Promise.all(Array.from({ length: inHand }, write)));
    } finally {
      await pool.end();
    }
  }

  /** Seconds of each part of a first export on one database connection that looks up each page before it writes it. */
  async secondsOfParts(parts: OrderData[][], size: number): Promise<number[]> {
    const pool = benchPool(this.url, 1);
    const store = new RecordStore(pool);
    const seconds: number[] = [];
    try {
      for (const part of parts) {
        const pages = Array.from({ length: Math.ceil(part.length / size) }, (_, index) => part.slice(index * size, (index + 1) * size));
        const write = async (): Promise<void> => {
          for (const records of pages) {
            await store.writePage({ shopId: this.connectionId, capability: 'orders', records, firstExport: false });
          }
        };
        seconds.push(await secondsOf(write));
      }
      return seconds;
    } finally {
      await pool.end();
    }
  }

  async newestPosition(): Promise<string> {
    const newest = await this.pool.query<{ position: string }>('select coalesce(max(feed_position), 0)::text as position from orders');
    return newest.rows[0]?.position ?? '0';
  }

  async writtenAfter(position: string): Promise<number> {
    const written = await this.pool.query<{ rows: number }>('select count(*)::int as rows from orders where feed_position > $1::bigint', [
      position,
    ]);
    return written.rows[0]?.rows ?? NaN;
  }

  /** Orders of a hundred other connections, copied from a stored one. */
  async fill(rows: number): Promise<void> {
    await this.secondsToStore(benchOrders(1), { size: 1, connections: 1, firstExport: true });
    const described = await this.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 order by attnum`,
    );
    const own: Record<string, string> = {
      id: `('018f0000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid`,
      shop_id: 'connections.ids[number % 100 + 1]',
      source_id: 'number::text',
      content_hash: 'md5(number::text)::uuid',
    };
    await this.pool.query(
      `insert into system_connections (id, name, status) select gen_random_uuid(), 'Other ' || number, 'inactive' from generate_series(1, 100) number`,
    );
    await this.pool.query(`insert into shops (id, system_connection_id) select id, id from system_connections where name like 'Other %'`);
    await this.pool.query(
      `insert into orders select ${described.rows.map(({ name }) => own[name] ?? `model.${name}`).join(', ')}
       from (select array_agg(id) as ids from system_connections where name like 'Other %') connections,
         generate_series(1, $1::int) number, (select * from orders where shop_id = $2) model`,
      [rows, this.connectionId],
    );
    await this.pool.query('vacuum analyze orders');
  }
}
