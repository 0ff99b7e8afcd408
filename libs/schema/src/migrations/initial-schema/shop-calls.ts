/**
 * Requests to a shop, and webhooks of it, that went alike within an hour, counted by one process (libs/domain/src/shop-calls). They hold no
 * value that was sent or received. A row is updated while its hour lasts: room in the page keeps those updates off the indexes.
 * - what: method and path of a request, without ids and values; the topic of a webhook. Null: not known, or several.
 * - outcome: a status, why there was none, or what became of a webhook.
 */
export const shopCallTables = `
  create table shop_calls (
    id uuid primary key,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    direction text not null check (direction in ('to_shop', 'from_shop')),
    what text check (length(what) <= 300),
    outcome text not null check (length(outcome) <= 50),
    has_failed boolean not null,
    calls integer not null check (calls > 0),
    took_ms bigint not null,
    slowest_ms integer not null,
    bytes bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null
  ) with (fillfactor = 50);
  create index shop_calls_of_connection on shop_calls (system_connection_id, id);
`;
