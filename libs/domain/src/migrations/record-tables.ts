import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the service itself keeps of every record, whatever its kind. */
const kept = `
  id uuid primary key,
  system_connection_id uuid not null references system_connections (id) on delete cascade,
  content_hash uuid not null,
  feed_position bigint not null,
  synced_at timestamptz not null default now(),
  deleted_at timestamptz,
  source_modified_at timestamptz`;

/** What every record of a shop carries. */
const told = `
  source_id text collate "C" not null,
  system text not null,
  created_at text not null,
  updated_at text not null,
  tags json not null,
  custom_attributes json not null`;

const tables = {
  customers: `
  order_count bigint,
  total_spent bigint,
  email text not null,
  source_custom_id text,
  first_name text,
  last_name text,
  phone text,
  title text,
  zip text,
  date_of_birth text,
  gender text check (gender in ('male', 'female', 'other', 'unknown')),
  newsletter_consent json,
  address_billing json,
  address_shipping json`,
  products: `
  price bigint,
  original_price bigint,
  order_count bigint,
  name text not null,
  status text not null check (status in ('active', 'inactive', 'deleted')),
  source_custom_id text,
  sku text,
  description text,
  url text,
  image_url text,
  currency text,
  brand_name text,
  target_group text,
  categories json not null`,
  orders: `
  customer_id uuid,
  total bigint not null,
  total_tax bigint,
  total_shipping bigint,
  status text not null,
  currency text not null,
  source_order_number text,
  customer_source_id text,
  date_paid text,
  unlinked_product_source_ids text[],
  address_billing json,
  address_shipping json,
  line_items json not null`,
};

function tableStatements(table: string, fields: string): string[] {
  return [
    `create table ${table} (${kept},${told},${fields},
  constraint ${table}_source_key unique (system_connection_id, source_id)
) with (toast_tuple_target = 4096)`,
    `create index ${table}_feed on ${table} (system_connection_id, feed_position, id) include (synced_at) where feed_position >= 0`,
  ];
}

/**
 * Records of shops, one table a kind, and the clock that orders the records feed.
 *
 * `json` and not `jsonb`: the columns are written and passed on whole, never searched, and `json` keeps the shop's order of members.
 * Times are kept as told: a platform may leave out the offset, so that no instant can be derived from the text.
 * Rows below 4 kB are kept uncompressed: compressing an ordinary order costs a fifth of the time that storing it takes.
 */
export class RecordTables1790000000002 implements MigrationInterface {
  readonly name = 'RecordTables1790000000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, fields] of Object.entries(tables)) {
      for (const statement of tableStatements(table, fields)) {
        await queryRunner.query(statement);
      }
    }
    // Only orders that still miss a link are in it, so that a linking pass does not read the others.
    await queryRunner.query(
      `create index orders_unlinked on orders (system_connection_id, id)
       where unlinked_product_source_ids is not null or (customer_id is null and customer_source_id is not null)`,
    );
    await queryRunner.query(
      `create table feed_clock (
         only_row boolean primary key default true check (only_row),
         "offset" bigint not null default 0
       )`,
    );
    await queryRunner.query('insert into feed_clock default values');
    // Volatile: reads the newest offset, also when the calling statement had to wait for its change.
    await queryRunner.query(
      `create function feed_position() returns bigint language sql volatile as
       $$ select pg_current_xact_id()::text::bigint + "offset" from feed_clock $$`,
    );
    // Stable: belongs to the snapshot of the calling statement; a newer horizon would promise rows which that statement cannot see.
    await queryRunner.query(
      `create function feed_horizon() returns bigint language sql stable as
       $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + "offset" from feed_clock $$`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations of this service only go forward.'));
  }
}
