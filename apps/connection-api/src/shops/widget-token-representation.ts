import { AsInstant, type Instant, type Uuid } from '@sync/http-api';
import type { IssuedAccessToken } from '@sync/identity';
import { IsDate, IsOptional, MinDate } from 'class-validator';

export class WidgetTokenRepresentation {
  id: Uuid;

  created_at: Instant;

  /** Null: never used. */
  last_used_at: Instant | null;

  /** Null: it never expires. */
  expires_at: Instant | null;
}

export class IssuedWidgetToken extends WidgetTokenRepresentation {
  /** Access token for <service-config>. Shown only once. sca_ and 43 characters. */
  widget_token: string;
}

export class IssueWidgetTokenInput {
  /** In the future. Default: it never expires. */
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
