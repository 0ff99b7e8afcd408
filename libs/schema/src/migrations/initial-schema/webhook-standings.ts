/**
 * What is known of the webhooks of a connection's shop. The ingress writes about once in ten seconds for each connection at most.
 *
 * webhook_standings: when the shop last sent a webhook about such records, and how many syncs since then found changes that it had not
 * announced. Two in a row mean that the shop no longer sends them.
 *
 * refused_webhooks: webhooks with a wrong signature in a row, counted up to five. The next right one deletes the row.
 */
export const webhookStandingTables = `
  create table webhook_standings (
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    capability text not null,
    accepted_at timestamptz not null,
    unannounced_runs smallint not null default 0,
    unannounced_since timestamptz,
    primary key (system_connection_id, capability)
  );
  create index silent_webhooks on webhook_standings (unannounced_since) where unannounced_runs >= 2;

  create table refused_webhooks (
    system_connection_id uuid primary key references system_connections (id) on delete cascade,
    times smallint not null default 1,
    since timestamptz not null default now()
  );
  create index refused_webhooks_in_a_row on refused_webhooks (since) where times >= 5;
`;
