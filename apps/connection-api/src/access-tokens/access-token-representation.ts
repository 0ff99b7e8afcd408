import type { AccessToken, AccessTokenName } from '@sync/identity';
import { Example, type Instant, type Uuid } from '@sync/http-api';

/** The token itself is no member: only its hash is stored. */
@Example<AccessTokenRepresentation>({
  id: '01981c2e-4a13-7e90-8b51-3d0a9c3b6e05',
  name: 'direct-initialisation',
  created_at: '2026-01-05T11:58:00.000Z',
  last_used_at: '2026-02-11T09:00:00.000Z',
  expires_at: null,
  current: true,
})
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
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
    current: token.id === currentId,
  };
}
