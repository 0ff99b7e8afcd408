import { AsInstant, type Instant, type Uuid, Example } from '@sync/http-api';
import type { IssuedAccessToken } from '@sync/identity';
import { IsDate, IsOptional, MinDate } from 'class-validator';
import { exampleTokens } from '../api-description/examples';

const unused = {
  id: '01981c35-62fa-7b19-8e27-4d6a0c9f3e05',
  created_at: '2026-01-05T12:10:00.000Z',
  last_used_at: null,
  expires_at: '2030-01-01T00:00:00.000Z',
};

@Example<WidgetTokenRepresentation>({ ...unused, last_used_at: '2026-01-05T12:11:00.000Z' })
export class WidgetTokenRepresentation {
  id: Uuid;

  created_at: Instant;

  /** Null: never used. */
  last_used_at: Instant | null;

  /** Null: it never expires. */
  expires_at: Instant | null;
}

@Example<IssuedWidgetToken>({ ...unused, widget_token: exampleTokens.widget })
export class IssuedWidgetToken extends WidgetTokenRepresentation {
  /** Access token for <service-config>. Shown only once. sca_ and 43 characters. */
  widget_token: string;
}

@Example<IssueWidgetTokenInput>({ expires_at: '2030-01-01T00:00:00Z' })
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
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
  };
}
