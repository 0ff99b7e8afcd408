import { OmitType } from '@nestjs/swagger';
import type { AuditFilters, AuditRow } from '@sync/administration';
import { AsInstant, Example, PageInput, type Instant, type Uuid, type Wire } from '@sync/http-api';
import { IsDate, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { exampleUser } from '../users/user-representation';

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
  action: 'user.change',
  object_type: 'user',
  object_id: exampleUser.id,
  tenant_id: null,
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

  action: string;

  object_type: string;

  object_id: string | null;

  tenant_id: Uuid | null;

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

export function presentEntry(row: AuditRow): AuditEntryRepresentation {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    actor_login: row.actorLogin,
    action: row.action,
    object_type: row.objectType,
    object_id: row.objectId,
    tenant_id: row.tenantId,
    before: row.before,
    after: row.after,
    reason: row.reason,
    request_id: row.requestId,
    address: row.address,
  };
}
