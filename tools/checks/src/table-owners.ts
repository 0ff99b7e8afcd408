/** Who may write a table. docs/data-model.md describes the tables. */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  tenants: ['libs/domain'],
  systems: ['libs/domain'],
  system_connections: ['libs/domain', 'libs/connections'],
  connection_transitions: ['libs/domain', 'libs/connections'],
  access_tokens: ['libs/domain', 'libs/connections'],
  connection_tokens: ['libs/domain', 'libs/connections'],
  sync_rules: ['libs/domain', 'libs/connections'],
  sync_runs: ['libs/sync-runs'],
  sync_run_ranges: ['libs/sync-runs'],
  customers: ['libs/record-store'],
  products: ['libs/record-store'],
  orders: ['libs/record-store'],
  feed_clock: ['libs/record-store'],
  tasks: ['libs/durable-work'],
  schedule_turns: ['apps/export-worker'],
};

/** Files that write foreign tables until they call the owner. Only ever remove lines. */
export const exceptions: Readonly<Record<string, readonly string[]>> = {
  'apps/connection-api/src/access/authenticate-bearer.ts': ['access_tokens'],
  'apps/connection-api/src/connections/issue-connection-token.ts': ['connection_tokens'],
  'apps/export-worker/src/upkeep/erase-disconnected-connections.ts': ['system_connections'],
  'apps/export-worker/src/upkeep/prune-pending-connections.ts': ['connection_tokens', 'system_connections'],
};

const writes = new RegExp(
  `(?:insert into|delete from|(?<!for |for no key )update)\\s+(?:only\\s+)?(${Object.keys(tableOwners).join('|')})\\b`,
  'gi',
);

/** Foreign tables that this file's SQL writes by name. A table name in a variable escapes the check. */
export function foreignWrites(path: string, text: string): string[] {
  const tables = new Set([...text.matchAll(writes)].map(([, table = '']) => table.toLowerCase()));
  return [...tables].filter((table) => !tableOwners[table]?.some((owner) => path.startsWith(`${owner}/`)));
}
