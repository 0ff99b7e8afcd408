import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AsInstant } from '@sync/http-api';
import type { IssuedAccessToken } from '@sync/identity';
import { IsDate, IsOptional, MaxDate, MinDate } from 'class-validator';

const maxLifetimeMs = 3_600_000;

export class PreviewTokenRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The user who issued it. What it saves is that user’s change.',
  })
  created_by: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null: never used.' })
  last_used_at: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  expires_at: string | null;
}

export class IssuedPreviewToken extends PreviewTokenRepresentation {
  @ApiProperty({ description: 'Access token for <service-config>. Shown only once. sca_ and 43 characters.' })
  token: string;
}

export class IssuePreviewTokenInput {
  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'In the future, and within an hour. Default: in an hour. The token ends earlier with your session.',
  })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: 'expires_at must be an ISO 8601 date and time with its offset' })
  @MinDate(() => new Date(), { message: 'expires_at must be in the future' })
  @MaxDate(() => new Date(Date.now() + maxLifetimeMs), { message: 'expires_at must be within an hour' })
  expires_at?: Date | null;
}

/** When a token ends unless its issuer says otherwise. */
export function defaultEnd(): Date {
  return new Date(Date.now() + maxLifetimeMs);
}

export function presentPreviewToken(token: IssuedAccessToken): PreviewTokenRepresentation {
  return {
    id: token.id,
    created_by: token.createdBy,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt?.toISOString() ?? null,
  };
}
