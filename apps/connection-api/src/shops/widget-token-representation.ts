import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AsInstant } from '@sync/http-api';
import type { IssuedAccessToken } from '@sync/identity';
import { IsDate, IsOptional, MinDate } from 'class-validator';

const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;

export class WidgetTokenRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ ...nullableTime, description: 'Null: never used.' })
  last_used_at: string | null;

  @ApiProperty({ ...nullableTime, description: 'Null: it never expires.' })
  expires_at: string | null;
}

export class IssuedWidgetToken extends WidgetTokenRepresentation {
  @ApiProperty({ description: 'Access token for <service-config>. Shown only once. sca_ and 43 characters.' })
  widget_token: string;
}

export class IssueWidgetTokenInput {
  @ApiPropertyOptional({ type: 'string', format: 'date-time', nullable: true, description: 'In the future. Default: it never expires.' })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: 'expires_at must be an ISO 8601 date and time with its offset' })
  @MinDate(() => new Date(), { message: 'expires_at must be in the future' })
  expires_at?: Date | null;
}

export function presentWidgetToken({ id, createdAt, lastUsedAt, expiresAt }: IssuedAccessToken): WidgetTokenRepresentation {
  return {
    id,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
