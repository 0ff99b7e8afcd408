/**
 * What the service keeps of every record of any kind.
 * - content_hash: shows whether a page changes the record.
 * - feed_position: place in the records feed; -1 for a tombstone of a record that was deleted before it was stored.
 * - synced_at: when the row was last written, also by linking, deleting or restoring.
 * - source_modified_at, content_at, content_from: which content is newer. content_at is the instant the content was true of: receipt
 *   for a webhook, start of the run for an export, since a page may have been read at that moment. content_from is the webhook's task;
 *   null: an export.
 * - existence_from: the webhook that last deleted or restored the record; null on a deleted record: lists no longer showed it.
 * - feed_bytes: upper bound of the record's JSON in the feed, in bytes; pages are bounded by it, and tenants by their sum.
 * - bytes_added: by how much the statement that last set feed_bytes changed it. That statement returns it: before version 18, Postgres
 *   returns no old values. It fits into the padding behind feed_bytes.
 * - story: the last writings of the record, newest first: what happened, by which run, webhook or erasure, when, and which fields changed,
 *   without a value (libs/record-store/src/record-story.ts). Not in the feed, and not counted in feed_bytes.
 * Task ids are plain values because tasks are cleaned up and records stay.
 *
 * customers.erased_by: the erasure that took the person out; while that is in force, the customer and its orders stay without the person,
 * whatever the shop sends. customers.email is null for such a customer alone.
 */
const kept = `
  id uuid primary key,
  shop_id uuid not null references shops (id) on delete cascade,
  content_hash uuid not null,
  feed_position bigint not null,
  feed_bytes integer not null default 0,
  bytes_added integer not null default 0,
  synced_at timestamptz not null default now(),
  deleted_at timestamptz,
  source_modified_at timestamptz,
  content_from uuid,
  content_at timestamptz,
  existence_from uuid,
  story text[]`;

/** What every record of a shop has. */
const shared = `
  source_id text collate "C" not null,
  system text not null,
  created_at text not null,
  created_at_utc text,
  updated_at text not null,
  updated_at_utc text,
  tags json not null,
  custom_attributes json not null`;

const columns = {
  customers: `
  order_count bigint,
  total_spent bigint,
  email text,
  erased_by uuid,
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
  date_paid_utc text,
  unlinked_product_source_ids text[],
  address_billing json,
  address_shipping json,
  line_items json not null`,
};

export const capabilities = Object.keys(columns);
export const isCapability = `capability in ('${capabilities.join("', '")}')`;

/**
 * The feed's index is partial so that a look-up by source id can only use the key. Tombstones are few and stay outside of the feed.
 * Rows below 4 kB stay uncompressed: compressing an order costs a fifth of the time that storing it takes. Each change of a record leaves a
 * dead entry in the feed's index. Vacuum removes them once 5 % of the rows are dead, not 20 % (docs/decisions/006-feed.md).
 */
function recordTable(table: string, fields: string): string {
  return `
  create table ${table} (${kept},${shared},${fields},
    constraint ${table}_source_key unique (shop_id, source_id)
  ) with (toast_tuple_target = 4096, autovacuum_vacuum_scale_factor = 0.05);
  create index ${table}_feed on ${table} (shop_id, feed_position, id) include (synced_at, feed_bytes) where feed_position >= 0;
  create index ${table}_tombstones on ${table} (shop_id) where deleted_at is not null and feed_position >= 0;
  create index ${table}_outside_feed on ${table} (deleted_at) where feed_position < 0;`;
}

/**
 * Records of shops, one table per kind, and the clock that orders the records feed.
 *
 * Lists and objects are `json`, not `jsonb`: they are written and served whole, never searched, and `json` keeps the shop's order of
 * members. Times stay text: a platform may leave out the offset, so Postgres could not derive an instant. Where the integration knows it,
 * the `…_utc` column beside a time holds it, as it is served.
 */
export const recordTables = `
  -- What records belong to. A shop that its tenant links again stays the same shop: the newer connection takes over this row, and each
  -- record keeps its id and its place in the feed. A connection gets one once it names its shop, whose id is the connection's, until a newer
  -- one takes it over. tenant_id: that of the connection. linked_before: what was written before this place of the feed waits for nothing that
  -- was; null: its records were never linked. The column of a deferrable constraint is no key, so taking a shop over does not wait
  -- for the writers of its records.
  create table shops (
    id uuid primary key,
    tenant_id uuid,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    linked_before bigint,
    unique (system_connection_id) deferrable
  ) with (fillfactor = 70);
  create index shops_of_tenant on shops (tenant_id);

  ${Object.entries(columns)
    .map(([table, fields]) => recordTable(table, fields))
    .join('\n')}

  -- Hold only orders that still miss a link. The first finds whether a shop has any, the others those that wait for a customer or
  -- a product. '0' stands for no customer.
  create index orders_unlinked on orders (shop_id, id)
    where unlinked_product_source_ids is not null or (customer_id is null and customer_source_id <> '0');
  create index orders_awaiting_customer on orders (shop_id, customer_source_id)
    where customer_id is null and customer_source_id <> '0';
  -- Source ids repeat from shop to shop, so the key of a product covers its shop. Two products may share a key: check the ids, too.
  create function product_keys(shop uuid, source_ids text[]) returns bigint[] language sql immutable parallel safe as $$
    select array_agg(hashtextextended(source_id, uuid_hash_extended(shop, 0))) from unnest(source_ids) as source_id
  $$;
  -- Without fastupdate: a look-up would read all pending entries.
  create index orders_awaiting_products on orders using gin (product_keys(shop_id, unlinked_product_source_ids))
    with (fastupdate = off) where unlinked_product_source_ids is not null;

  -- For the search of administrators: by the text, and within it by shop, because a number may be the same in every shop. Hashes take a third
  -- of the room. The search compares the texts, too.
  create index customers_by_email on customers (hashtext(lower(email)), uuid_hash(shop_id)) where email is not null and feed_position >= 0;
  create index orders_by_email on orders (hashtext(lower(address_billing ->> 'email')), uuid_hash(shop_id))
    where address_billing is not null and feed_position >= 0;
  create index orders_by_number on orders (hashtext(coalesce(source_order_number, source_id)), uuid_hash(shop_id)) where feed_position >= 0;

  -- Nearly empty: finds whose orders lose the person, too.
  create index customers_erased on customers (shop_id, source_id) where erased_by is not null;

  -- Persons whom the records of a tenant no longer name. address_hash: HMAC of the tenant and the address (libs/credentials), which keeps the
  -- person from coming back. shop_id: of whose records alone; null: of every shop of the tenant. address: the sealed address, until everything that names it was found. counts: rows that lost the person.
  create table erasures (
    id uuid primary key,
    tenant_id uuid not null references tenants (id) on delete cascade,
    shop_id uuid references shops (id) on delete cascade,
    address_hash bytea not null check (length(address_hash) = 32),
    address text check (address like 'v1.%'),
    counts jsonb not null default '{}',
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    unique nulls not distinct (tenant_id, address_hash, shop_id),
    constraint address_until_finished check ((address is null) = (finished_at is not null))
  );
  create index erasures_running on erasures (tenant_id) where finished_at is null;
  create index erasures_of_shop on erasures (shop_id) where shop_id is not null;

  -- Stored records that complete lists of their shop did not show: missing_since and missed_at are when the first and the last of those
  -- lists began, written_at when the record was last written before. due_by: the run whose list was the second to miss it, and which
  -- deletes it, unless it holds its deletions back.
  create table missing_records (
    shop_id uuid not null references shops (id) on delete cascade,
    capability text not null check (${isCapability}),
    source_id text collate "C" not null,
    missing_since timestamptz not null,
    missed_at timestamptz not null,
    written_at timestamptz not null,
    due_by uuid,
    primary key (shop_id, capability, source_id)
  );
  create index missing_records_due on missing_records (due_by, source_id) where due_by is not null;

  -- Rows of a shop that no record can be made of. A reconcile does not read them again; a full run does, and forgets those it did not meet.
  create table unmappable_rows (
    shop_id uuid not null references shops (id) on delete cascade,
    capability text not null check (${isCapability}),
    source_id text collate "C" not null,
    noted_at timestamptz not null default now(),
    primary key (shop_id, capability, source_id)
  );

  -- The bytes of a tenant's records: the sum of its rows. Whatever writes or deletes records adds to the row of its session's slot, so that
  -- writers rarely wait for each other, and a reader adds up at most eight rows. Room on the page keeps each update in place.
  create table stored_bytes (
    tenant_id uuid not null references tenants (id) on delete cascade,
    slot smallint not null,
    bytes bigint not null,
    primary key (tenant_id, slot)
  ) with (fillfactor = 50);

  -- What the feed of a connection has said about a shop: whether it may read it (is_open), and by which connections to it, since the latest
  -- opening. since: place of that opening, at which the records written before it stand. left_position: place of the latest departure.
  -- A shop is a plain value: its departure outlives it. Written under the lock of the tenant's rules.
  create table feed_sources (
    tenant_id uuid not null,
    target_connection_id uuid not null references system_connections (id) on delete cascade,
    capability text not null check (${isCapability}),
    shop_id uuid not null,
    is_open boolean not null,
    connection_ids uuid[] not null,
    since bigint not null,
    since_at timestamptz,
    left_position bigint,
    left_at timestamptz,
    left_reason text check (left_reason in ('disconnected', 'uninstalled', 'rule_off')),
    primary key (target_connection_id, capability, shop_id),
    constraint departure_has_all check ((left_position is null) = (left_at is null) and (left_at is null) = (left_reason is null))
  );
  create index feed_sources_of_tenant on feed_sources (tenant_id, shop_id);
  create index departures_of_feed on feed_sources (target_connection_id, capability, left_position) where left_position is not null;

  create table feed_clock (
    only_row boolean primary key default true check (only_row),
    "offset" bigint not null default 0,
    -- The cluster whose transaction ids the offset fits; null: not compared yet.
    cluster bigint
  );
  insert into feed_clock default values;

  -- Volatile: reads the newest offset, also when the calling statement had to wait for its change. At least the next transaction id,
  -- in case the transaction got its own before it locked a record table: feed_horizon() took it for a foreign one until then.
  create function feed_position() returns bigint language sql volatile as $$
    select greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint) + "offset" from feed_clock
  $$;

  -- The first position that a transaction outside of the calling statement's snapshot can still write: the lowest id of a running
  -- transaction that may write records, else the next id. A transaction that writes records keeps a RowExclusiveLock on their table until
  -- it ends, so one that was still running after the locks were read, and had none, is foreign: what it writes later gets a later
  -- position. One that was ending may have released that lock already, hence pg_xact_status. The locks are read once, because two
  -- readings would not fit together. Stable: belongs to the snapshot of the calling statement.
  create function feed_horizon() returns bigint language plpgsql stable as $$
  declare
    snapshot constant pg_snapshot := pg_current_snapshot();
    first bigint := pg_snapshot_xmin(snapshot)::text::bigint;
  begin
    if pg_snapshot_xmin(snapshot) < pg_snapshot_xmax(snapshot) then
      with locks as materialized (
        select virtualtransaction as owner, transactionid, relation, database from pg_locks
        where granted and (locktype = 'transactionid' and mode = 'ExclusiveLock' or locktype = 'relation' and mode = 'RowExclusiveLock')
      ), foreigners as materialized (
        select transactionid::text::bigint as id from locks
        where transactionid is not null and owner not in (
          select owner from locks
          where database = (select oid from pg_database where datname = current_database())
            and relation in (${capabilities.map((table) => `'${table}'::regclass`).join(', ')})
        )
      )
      select coalesce(min(xid::text::bigint), pg_snapshot_xmax(snapshot)::text::bigint) into first
      from pg_snapshot_xip(snapshot) as xid
      where case when xid::text::bigint % 4294967296 in (select id from foreigners) then pg_xact_status(xid) is distinct from 'in progress' else true end;
    end if;
    return first + "offset" from feed_clock;
  end
  $$;
`;
