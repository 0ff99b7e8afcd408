import type { Actor } from '@sync/domain';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditLogEntry } from './audit-log-entry.entity';

/** What an entry of the audit log is about. */
export type AuditedObject =
  | 'user'
  | 'session'
  | 'tenant'
  | 'system'
  | 'connection'
  | 'preview_token'
  | 'sync_rule'
  | 'sync_run'
  | 'failed_task'
  | 'webhook_endpoint'
  | 'audit_log'
  | 'erasure';

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

/** Adds an entry, in the transaction of the change that it describes. */
export async function recordAudit(manager: EntityManager, { object: { type, id }, ...entry }: AuditEntry): Promise<void> {
  const values = { ...entry, id: uuidv7(), objectType: type, objectId: id } as QueryDeepPartialEntity<AuditLogEntry>;
  await manager.insert(AuditLogEntry, values);
}
