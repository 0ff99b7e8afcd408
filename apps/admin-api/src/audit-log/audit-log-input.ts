import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import type { AuditFilters, AuditRow } from '@sync/administration';
import { AsInstant, PageInput } from '@sync/http-api';
import { IsDate, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';

const maxText = 200;
const instant = 'must be an ISO 8601 date and time with its offset';
const freeForm = { type: 'object', additionalProperties: true, nullable: true } as const;
const nullableText = { type: 'string', nullable: true } as const;

/** Query parameters of the list. */
export class AuditLogInput extends PageInput {
  @ApiPropertyOptional({ description: 'For example `administrator:{user id}` or `operator`.' })
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  actor?: string;

  @ApiPropertyOptional({ description: 'For example `user.create`.' })
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  action?: string;

  @ApiPropertyOptional({ description: 'For example `connection`.' })
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  object_type?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(maxText)
  object_id?: string;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID()
  tenant_id?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Inclusive.' })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: `from ${instant}` })
  from?: Date;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'Exclusive.' })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: `to ${instant}` })
  to?: Date;
}

/** Query parameters of the export. */
export class AuditExportInput extends OmitType(AuditLogInput, ['limit', 'cursor']) {}

export class AuditEntryRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: '`administrator:{user id}`, or `operator` for a command at a shell of the service.' })
  actor: string;

  @ApiProperty({ ...nullableText, description: 'Of the administrator, while the user exists.' })
  actor_login: string | null;

  @ApiProperty()
  action: string;

  @ApiProperty()
  object_type: string;

  @ApiProperty(nullableText)
  object_id: string | null;

  @ApiProperty({ ...nullableText, format: 'uuid' })
  tenant_id: string | null;

  @ApiProperty({ ...freeForm, description: 'Members that changed, as they were.' })
  before: Record<string, unknown> | null;

  @ApiProperty({ ...freeForm, description: 'Members that changed, as they are now.' })
  after: Record<string, unknown> | null;

  @ApiProperty({ ...nullableText, description: "Why, in the administrator's words." })
  reason: string | null;

  @ApiProperty({ ...nullableText, description: 'X-Request-Id of the request.' })
  request_id: string | null;

  @ApiProperty({ ...nullableText, description: 'Of the client.' })
  address: string | null;
}

export function filtersOf({ actor, action, object_type, object_id, tenant_id, from, to }: AuditExportInput): AuditFilters {
  return { actor, action, objectType: object_type, objectId: object_id, tenantId: tenant_id, from, to };
}

export function presentEntry(row: AuditRow): AuditEntryRepresentation {
  return {
    id: row.id,
    at: row.at.toISOString(),
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
