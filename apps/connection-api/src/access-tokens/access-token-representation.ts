import type { AccessToken, AccessTokenName } from '@sync/identity';
import type { Instant, Uuid } from '@sync/http-api';

/** The token itself is no member: only its hash is stored. */
export class AccessTokenRepresentation {
  id: Uuid;

  /** Where it came from, which decides what it may do. */
  name: AccessTokenName;

  created_at: Instant;

  /** Null: never used. */
  last_used_at: Instant | null;

  /** Null: it never expires. */
  expires_at: Instant | null;

  /** Whether it is the token of this request. */
  current: boolean;
}

export function presentAccessToken(token: AccessToken, currentId: string): AccessTokenRepresentation {
  return {
    id: token.id,
    name: token.name,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt?.toISOString() ?? null,
    current: token.id === currentId,
  };
}
