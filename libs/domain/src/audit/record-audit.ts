import type { SqlRunner } from '@sync/postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../connections/move-connection';

/** What an entry of the audit log is about. */
export type AuditedObject =
  'user' | 'session' | 'tenant' | 'system' | 'connection' | 'preview_token' | 'sync_rule' | 'sync_run' | 'failed_task' | 'audit_log';

/** The request that caused an entry. */
export interface AuditOrigin {
  /** `operator`: a person at a shell of the service, who needs no account. */
  actor: Actor | 'operator';
  requestId?: string;
  /** The client's address. */
  address?: string;
}

export interface AuditEntry extends AuditOrigin {
  /** A verb for programs, such as `connection.disconnect`. */
  action: `${AuditedObject}.${string}`;
  object: { type: AuditedObject; id: string | null };
  tenantId?: string | null;
  /** Members that changed, by an allow-list of the caller's: never credentials, tokens or payloads. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  /** Why, in the administrator's words. */
  reason?: string;
}

const insert = `
  insert into audit_log (id, actor, action, object_type, object_id, tenant_id, before, after, reason, request_id, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Adds an entry, in the transaction of the change that it describes. */
export async function recordAudit(sql: SqlRunner, entry: AuditEntry): Promise<void> {
  const { actor, action, object, tenantId = null, before = null, after = null, reason = null, requestId = null, address = null } = entry;
  await sql.query(insert, [uuidv7(), actor, action, object.type, object.id, tenantId, before, after, reason, requestId, address]);
}
