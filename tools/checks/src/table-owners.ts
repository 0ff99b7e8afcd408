/** Who may write a table. docs/data-model.md describes the tables. */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  tenants: ['libs/domain'],
  notification_addresses: ['libs/domain'],
  told_breaks: ['libs/domain'],
  systems: ['libs/domain', 'libs/schema'],
  system_connections: ['libs/domain', 'libs/connections'],
  encryption_keys: ['libs/credentials'],
  erasure_keys: ['libs/credentials'],
  connection_transitions: ['libs/domain'],
  access_tokens: ['libs/identity'],
  connection_tokens: ['libs/identity', 'libs/connections'],
  sync_rules: ['libs/domain'],
  feed_sources: ['libs/domain'],
  connection_counts: ['libs/domain'],
  users: ['libs/administration'],
  user_tenants: ['libs/administration'],
  user_systems: ['libs/administration'],
  user_sessions: ['libs/administration'],
  user_addresses: ['libs/administration'],
  sign_in_failures: ['libs/administration'],
  audit_log: ['libs/identity'],
  sync_runs: ['libs/sync-runs'],
  page_ranges: ['libs/sync-runs'],
  shop_hosts: ['libs/durable-work'],
  shop_outages: ['libs/sync-runs'],
  scheduled_syncs: ['libs/sync-runs'],
  sync_run_hours: ['libs/sync-runs'],
  doctor_runs: ['libs/connections'],
  customers: ['libs/record-store'],
  products: ['libs/record-store'],
  orders: ['libs/record-store'],
  shops: ['libs/record-store'],
  missing_records: ['libs/record-store'],
  unmappable_rows: ['libs/record-store'],
  stored_bytes: ['libs/record-store'],
  erasures: ['libs/record-store'],
  feed_clock: ['libs/record-store'],
  tasks: ['libs/durable-work'],
  webhook_endpoints: ['libs/caller-webhooks', 'libs/domain'],
  webhook_deliveries: ['libs/caller-webhooks'],
  caller_events: ['libs/caller-webhooks', 'libs/schema'],
  webhook_standings: ['libs/domain'],
  refused_webhooks: ['libs/domain'],
  shop_calls: ['libs/domain'],
  webhook_counts: ['libs/durable-work'],
  schedule_turns: ['apps/export-worker'],
  rate_limited_clients: ['libs/service-runtime'],
};

const names = Object.keys(tableOwners).join('|');
const writes = [
  new RegExp(`(?:insert into|delete from|(?<!for |for no key )update)\\s+(?:only\\s+)?(${names})\\b`, 'gi'),
  new RegExp(`delete(?:InBatches|OfConnection)\\(\\w+, '(${names})'`, 'g'),
];
/** A call of TypeORM that writes an entity: `manager.update(Tenant, …)`, `.into(Tenant)`. */
const entityWrite = /\.(?:insert|update|upsert|delete|into)\(\s*([A-Z]\w+)/g;
/** A variable hides the table: only the owner of several like tables, and the generic deletion, name one so. */
const hidden = /(?:insert into|delete from|\bupdate)\s+\$\{|delete(?:InBatches|OfConnection)\(\w+, [^'\s]+,/i;
export const mayHide = ['libs/record-store/', 'libs/postgres/'];

/** The tables of the entities that are declared in these files, by the entities' names. */
export function tablesOfEntities(texts: readonly string[]): ReadonlyMap<string, string> {
  const declared = texts.flatMap((text) => [...text.matchAll(/@Entity\('(\w+)'\)\s+export class (\w+)/g)]);
  return new Map(declared.map(([, table = '', entity = '']) => [entity, table]));
}

/** Foreign tables that this file writes, by SQL or through an entity; `(in a variable)` for one it does not name. */
export function foreignWrites(path: string, text: string, entities: ReadonlyMap<string, string>): string[] {
  const inSql = writes.flatMap((write) => [...text.matchAll(write)].map(([, table = '']) => table.toLowerCase()));
  const throughEntities = [...text.matchAll(entityWrite)].flatMap(([, entity = '']) => entities.get(entity) ?? []);
  const tables = new Set([...inSql, ...throughEntities]);
  const foreign = [...tables].filter((table) => !tableOwners[table]?.some((owner) => path.startsWith(`${owner}/`)));
  return hidden.test(text) && !mayHide.some((folder) => path.startsWith(folder)) ? [...foreign, '(in a variable)'] : foreign;
}
