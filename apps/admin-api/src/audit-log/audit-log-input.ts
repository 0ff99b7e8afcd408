import { OmitType } from '@nestjs/swagger';
import type { AuditFilters, AuditRow } from '@sync/administration';
import { AsInstant, Example, PageInput, type Instant, type Uuid, type Wire } from '@sync/http-api';
import type { Role } from '@sync/identity';
import type { SqlRunner } from '@sync/postgres';
import { IsDate, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { idOfActor, readNames, type Named } from '../names/read-names';
import { exampleUser } from '../users/user-representation';
import { NamedReference } from '../work/work-place-representation';

const maxText = 200;
const instant = 'must be an ISO 8601 date and time with its offset';

/** Query parameters of the list. */
export class AuditLogInput extends PageInput {
  /** For example `administrator:{user id}` or `operator`. */
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  actor?: string;

  /** For example `user.create`. */
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  action?: string;

  /** For example `connection`. */
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  object_type?: string;

  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  object_id?: string;

  @IsOptional()
  @IsUUID()
  tenant_id?: string;

  /** Inclusive. */
  @IsOptional()
  @AsInstant()
  @IsDate({ message: `from ${instant}` })
  from?: Date;

  /** Exclusive. */
  @IsOptional()
  @AsInstant()
  @IsDate({ message: `to ${instant}` })
  to?: Date;
}

/** Query parameters of the export. */
export class AuditExportInput extends OmitType(AuditLogInput, ['limit', 'cursor']) {}

export const exampleEntry: Wire<AuditEntryRepresentation> = {
  id: '01981c42-0d5b-7e63-a1c8-7b2f4d9e6a08',
  at: '2026-01-05T12:15:00.000Z',
  actor: `administrator:${exampleUser.id}`,
  actor_login: exampleUser.login,
  actor_name: exampleUser.name,
  actor_role: exampleUser.role,
  action: 'user.change',
  object_type: 'user',
  object_id: exampleUser.id,
  object_name: exampleUser.name,
  connection: null,
  tenant_id: null,
  tenant_name: null,
  before: { disabled: false },
  after: { disabled: true },
  reason: null,
  request_id: '01981c42-0d5a-7b14-9f37-2c8d6e1a5b09',
  address: '192.0.2.1',
};

@Example<AuditEntryRepresentation>(exampleEntry)
export class AuditEntryRepresentation {
  id: Uuid;

  at: Instant;

  /** `administrator:{user id}`, or `operator` for a command at a shell of the service. */
  actor: string;

  /** Of the administrator, while the user exists. */
  actor_login: string | null;

  /** Of the administrator, while the user exists. */
  actor_name: string | null;

  actor_role: Role | null;

  action: string;

  object_type: string;

  object_id: string | null;

  /** Of a user, tenant, system or connection, as long as it exists. */
  object_name: string | null;

  /** That the entry is about, or to which its object belongs, as long as it exists. */
  connection: NamedReference | null;

  tenant_id: Uuid | null;

  /** As long as the tenant exists. */
  tenant_name: string | null;

  /** Members that changed, as they were. */
  before: Record<string, unknown> | null;

  /** Members that changed, as they are now. */
  after: Record<string, unknown> | null;

  /** Why, in the administrator's words. */
  reason: string | null;

  /** X-Request-Id of the request. */
  request_id: string | null;

  /** Of the client. */
  address: string | null;
}

export function filtersOf({ actor, action, object_type, object_id, tenant_id, from, to }: AuditExportInput): AuditFilters {
  return { actor, action, objectType: object_type, objectId: object_id, tenantId: tenant_id, from, to };
}

/** The connection's id, wherever an entry has it. */
const connectionIdOf = ({ objectType, objectId, before, after }: AuditRow) =>
  objectType === 'connection' ? objectId : (after?.['connection_id'] ?? before?.['connection_id'] ?? null);

/** In the order of the rows, with the names that the ids stand for now. */
export async function presentEntries(sql: SqlRunner, rows: readonly AuditRow[]): Promise<AuditEntryRepresentation[]> {
  const ids = rows.flatMap((row) => [idOfActor(row.actor), row.objectId, row.tenantId, connectionIdOf(row)]);
  const names = await readNames(sql, ids);
  return rows.map((row) => presentEntry(row, names));
}

function presentEntry(row: AuditRow, names: ReadonlyMap<unknown, Named>): AuditEntryRepresentation {
  const actor = names.get(idOfActor(row.actor));
  const connectionId = connectionIdOf(row);
  const connection = names.get(connectionId);
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    actor_login: row.actorLogin,
    actor_name: actor?.kind === 'user' ? actor.name : null,
    actor_role: actor?.role ?? null,
    action: row.action,
    object_type: row.objectType,
    object_id: row.objectId,
    object_name: names.get(row.objectId)?.name ?? null,
    connection: connection?.kind === 'connection' ? { id: String(connectionId), name: connection.name } : null,
    tenant_id: row.tenantId,
    tenant_name: names.get(row.tenantId)?.name ?? null,
    before: row.before,
    after: row.after,
    reason: row.reason,
    request_id: row.requestId,
    address: row.address,
  };
}
