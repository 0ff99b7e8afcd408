import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import { DataSource, EntitySchema, In } from 'typeorm';
import { v7 as timeOrderedId } from 'uuid';
import { secondsOf } from './measure';

const savedOrder = new EntitySchema<Record<string, unknown>>({
  name: 'saved_orders',
  columns: {
    id: { type: 'uuid', primary: true },
    shop_id: { type: 'uuid' },
    source_id: { type: 'text' },
    system: { type: 'text' },
    created_at: { type: 'text' },
    created_at_utc: { type: 'text', nullable: true },
    updated_at: { type: 'text' },
    updated_at_utc: { type: 'text', nullable: true },
    tags: { type: 'json' },
    custom_attributes: { type: 'json' },
    total: { type: 'bigint' },
    total_tax: { type: 'bigint', nullable: true },
    total_shipping: { type: 'bigint', nullable: true },
    status: { type: 'text' },
    currency: { type: 'text' },
    source_order_number: { type: 'text', nullable: true },
    customer_source_id: { type: 'text', nullable: true },
    date_paid: { type: 'text', nullable: true },
    date_paid_utc: { type: 'text', nullable: true },
    address_billing: { type: 'json', nullable: true },
    address_shipping: { type: 'json', nullable: true },
    line_items: { type: 'json' },
  },
});

type OrderRow = Record<string, unknown>;

const fieldSeparator = '\x1f';
const lineSeparator = '\x1e';
const nullMark = '\x1d';

/** The record store's statement without its guard and lookup: rewrites every order, into a table with the same keys. */
export class UnguardedUpsert {
  private constructor(
    private readonly pool: Pool,
    private readonly rows: (orders: OrderData[]) => OrderRow[],
    private readonly text: string,
    private readonly columns: string[],
  ) {}

  static async prepare(pool: Pool, connectionId: string): Promise<UnguardedUpsert> {
    await pool.query('drop table if exists unguarded_orders');
    await pool.query('create table unguarded_orders (like orders including all)');
    const described = await pool.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 order by attnum`,
    );
    const columns = described.rows.map(({ name }) => name);
    const replaced = columns.filter((name) => !['id', 'shop_id', 'source_id'].includes(name));
    const text = `insert into unguarded_orders select ${described.rows.map(({ type }, index) => `line.fields[${index + 1}]::${type}`).join(', ')}
      from (select string_to_array(text, chr(31), chr(29)) as fields from unnest(string_to_array($1, chr(30))) as text offset 0) line
      on conflict (shop_id, source_id) do update set ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    const rows = (orders: OrderData[]): OrderRow[] =>
      orders.map((order) => ({
        ...toRow(order, connectionId, timeOrderedId()),
        content_hash: connectionId,
        feed_position: 1,
        feed_bytes: 1,
        synced_at: order.createdAt,
      }));
    return new UnguardedUpsert(pool, rows, text, columns);
  }

  /** Seconds to write the orders in batches on one database connection. */
  seconds(orders: OrderData[], size: number): Promise<number> {
    return secondsOf(async () => {
      for (let start = 0; start < orders.length; start += size) {
        const lines = this.rows(orders.slice(start, start + size)).map((row) =>
          this.columns.map((name) => fieldOf(row[name])).join(fieldSeparator),
        );
        await this.pool.query({ name: 'unguarded-upsert', text: this.text, values: [lines.join(lineSeparator)] });
      }
    });
  }
}

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return nullMark;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The plain ORM way: find and save() per page, into a table with the same keys. */
export async function secondsOfTypeormSave(url: string, connectionId: string, orders: OrderData[], perPage: number): Promise<number> {
  const dataSource = await new DataSource({ type: 'postgres', url, entities: [savedOrder], poolSize: 1 }).initialize();
  try {
    await dataSource.query('drop table if exists saved_orders');
    await dataSource.query('create table saved_orders (like orders including all)');
    await dataSource.query('alter table saved_orders alter column feed_position drop not null, alter column content_hash drop not null');
    const repository = dataSource.getRepository(savedOrder);
    return await secondsOf(async () => {
      for (let start = 0; start < orders.length; start += perPage) {
        const page = orders.slice(start, start + perPage);
        const stored = await repository.findBy({ shop_id: connectionId, source_id: In(page.map(({ sourceId }) => sourceId)) });
        const ids = new Map(stored.map((row) => [row.source_id, row.id]));
        await repository.save(page.map((order) => toRow(order, connectionId, ids.get(order.sourceId) ?? timeOrderedId())));
      }
    });
  } finally {
    await dataSource.query('drop table if exists saved_orders');
    await dataSource.destroy();
  }
}

function toRow(order: OrderData, connectionId: string, id: unknown): OrderRow {
  return {
    id,
    shop_id: connectionId,
    source_id: order.sourceId,
    system: order.system,
    created_at: order.createdAt,
    created_at_utc: order.createdAtUtc,
    updated_at: order.updatedAt,
    updated_at_utc: order.updatedAtUtc,
    tags: order.tags,
    custom_attributes: order.customAttributes,
    total: order.total,
    total_tax: order.totalTax,
    total_shipping: order.totalShipping,
    status: order.status,
    currency: order.currency,
    source_order_number: order.sourceOrderNumber,
    customer_source_id: order.customerSourceId,
    date_paid: order.datePaid,
    date_paid_utc: order.datePaidUtc,
    address_billing: order.addressBilling,
    address_shipping: order.addressShipping,
    line_items: order.lineItems,
  };
}
