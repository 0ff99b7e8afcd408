/**
 * Who sent requests to a limited route, while the limit is not counted in Redis: when the accepted requests of the last minute arrived,
 * whether the last request was refused, and when the newest accepted one leaves the window. The key is a SHA-256 of route, limit and
 * client address. Unlogged: a count needs no disk, and starts over after a crash. No index but the key, so that updates stay heap-only.
 */
export const rateLimitTables = `
  create unlogged table rate_limited_clients (
    key text primary key,
    accepted_at timestamptz[] not null,
    is_refused boolean not null,
    ends_at timestamptz not null
  ) with (fillfactor = 50);
`;
