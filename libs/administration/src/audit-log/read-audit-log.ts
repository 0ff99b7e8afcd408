import type { SqlRunner } from '@sync/postgres';

export interface AuditFilters {
  actor?: string;
  action?: string;
  objectType?: string;
  objectId?: string;
  tenantId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** What an administrator, or an operator at a shell, did. */
export interface AuditRow {
  id: string;
  at: Date;
  /** In microseconds, as a place in the log. */
  place: string;
  actor: string;
  /** Null when the user is gone, or for an operator. */
  actorLogin: string | null;
  action: string;
  objectType: string;
  objectId: string | null;
  tenantId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  requestId: string | null;
  address: string | null;
}

/** A row, by time and id. */
export interface AuditPlace {
  place: string;
  id: string;
}

const columns = {
  actor: (value: string) => `entry.actor = ${value}`,
  action: (value: string) => `entry.action = ${value}`,
  objectType: (value: string) => `entry.object_type = ${value}`,
  objectId: (value: string) => `entry.object_id = ${value}`,
  tenantId: (value: string) => `entry.tenant_id = ${value}::uuid`,
  from: (value: string) => `entry.at >= ${value}::timestamptz`,
  to: (value: string) => `entry.at < ${value}::timestamptz`,
} satisfies Record<keyof AuditFilters, (value: string) => string>;

/** `after` is a row of another page: newest first, the rows before it in time. */
export async function readAuditLog(
  sql: SqlRunner,
  filters: AuditFilters,
  { after, limit }: { after: AuditPlace | null; limit: number },
): Promise<AuditRow[]> {
  const parameters: unknown[] = [];
  const conditions = (Object.keys(columns) as (keyof AuditFilters)[]).flatMap((name) =>
    filters[name] === undefined ? [] : [columns[name](`$${parameters.push(filters[name])}`)],
  );
  if (after) conditions.push(`(entry.at, entry.id) < ($${parameters.push(after.place)}::timestamptz, $${parameters.push(after.id)}::uuid)`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return sql.query<AuditRow[]>(
    `${select} from (
      select * from audit_log entry ${where} order by entry.at desc, entry.id desc limit $${parameters.push(limit)}
    ) entry
    left join users account on 'administrator:' || account.id = entry.actor
    order by entry.at desc, entry.id desc`,
    parameters,
  );
}

const select = `
  select entry.id, entry.at, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, entry.actor,
    account.login as "actorLogin", entry.action, entry.object_type as "objectType", entry.object_id as "objectId",
    entry.tenant_id as "tenantId", entry.before, entry.after, entry.reason, entry.request_id as "requestId", entry.address`;

const batch = 500;

/** All rows, newest first, a batch in memory at a time. No transaction stays open while the reader takes its time. */
export async function* eachAuditRow(sql: SqlRunner, filters: AuditFilters): AsyncGenerator<AuditRow[], void> {
  for (let after: AuditPlace | null = null; ;) {
    const rows: AuditRow[] = await readAuditLog(sql, filters, { after, limit: batch });
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1) ?? null;
  }
}
