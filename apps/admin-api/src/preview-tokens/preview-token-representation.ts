import { AsInstant, Example, type Instant, type Uuid, type Wire } from '@sync/http-api';
import type { IssuedAccessToken } from '@sync/identity';
import { IsDate, IsOptional, MaxDate, MinDate } from 'class-validator';
import { exampleValues } from '../api-description/example-values';

const maxLifetimeMs = 3_600_000;

const { id, plaintext, created_at } = exampleValues.accessToken;
const shown: Wire<PreviewTokenRepresentation> = {
  id,
  created_by: '01981c2b-11d0-7a44-b2c8-4f6e8a1d0b31',
  created_at,
  last_used_at: null,
  expires_at: '2026-02-11T10:00:00.000Z',
};

@Example<PreviewTokenRepresentation>(shown)
export class PreviewTokenRepresentation {
  id: Uuid;

  /** The user who issued it. What it saves is that user’s change. */
  created_by: Uuid | null;

  created_at: Instant;

  /** Null: never used. */
  last_used_at: Instant | null;

  expires_at: Instant | null;
}

@Example<IssuedPreviewToken>({ ...shown, token: plaintext })
export class IssuedPreviewToken extends PreviewTokenRepresentation {
  /** Access token for <service-config>. Shown only once. sca_ and 43 characters. */
  token: string;
}

@Example<IssuePreviewTokenInput>({ expires_at: shown.expires_at })
export class IssuePreviewTokenInput {
  /** In the future, and within an hour. Default: in an hour. The token ends earlier with your session. */
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
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
  };
}
