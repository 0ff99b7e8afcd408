import type { SqlRunner } from '@sync/postgres';
import type { Secret } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { AccessToken, type AccessTokenName } from './access-token.entity';
import { issueToken } from './token';

export interface NewAccessToken {
  id: string;
  /** Returned once, never stored. */
  plaintext: Secret<string>;
  createdAt: Date;
  expiresAt: Date | null;
  createdBy: string | null;
}

/** What is known of an issued token. */
export interface IssuedAccessToken {
  id: string;
  createdAt: Date;
  /** Id of a user of the admin API. */
  createdBy: string | null;
  lastUsedAt: Date | null;
  /** Null: never. */
  expiresAt: Date | null;
}

const expired = 'delete from access_tokens where system_connection_id = $1 and expires_at <= now()';

/** Issues a token in the caller's transaction, and removes expired ones of the connection. */
export async function issueAccessToken(
  manager: EntityManager,
  connectionId: string,
  name: AccessTokenName,
  { expiresAt = null, createdBy = null, sessionId = null }: Partial<Pick<AccessToken, 'expiresAt' | 'createdBy' | 'sessionId'>> = {},
): Promise<NewAccessToken> {
  const { plaintext, hash } = issueToken('access');
  const token = { ...AccessToken.of(connectionId, name, hash), expiresAt, createdBy, sessionId };
  await manager.query(expired, [connectionId]);
  const { generatedMaps } = await manager.insert(AccessToken, token);
  const [{ createdAt }] = generatedMaps as [Pick<AccessToken, 'createdAt'>];
  return { id: token.id, plaintext, createdAt, expiresAt, createdBy };
}

/** Issues a token that replaces all others of this name, in the caller's transaction. */
export async function replaceAccessTokens(manager: EntityManager, connectionId: string, name: AccessTokenName): Promise<Secret<string>> {
  await manager.delete(AccessToken, { systemConnectionId: connectionId, name });
  return (await issueAccessToken(manager, connectionId, name)).plaintext;
}

const list = `
  select id, created_by as "createdBy", created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt" from access_tokens
  where system_connection_id = $1 and name = $2 and (expires_at is null or expires_at > now()) and ($3::uuid is null or id < $3)
  order by id desc limit $4`;

/** The valid tokens of this name, newest first, starting after the token `after`. */
export async function listAccessTokens(
  sql: SqlRunner,
  { connectionId, name, after, limit }: { connectionId: string; name: AccessTokenName; after: string | null; limit: number },
): Promise<IssuedAccessToken[]> {
  return sql.query<IssuedAccessToken[]>(list, [connectionId, name, after, limit]);
}

/** False when the connection has no such token. */
export async function revokeAccessToken(
  manager: EntityManager,
  { connectionId, name, id }: { connectionId: string; name: AccessTokenName; id: string },
): Promise<boolean> {
  return (await manager.delete(AccessToken, { id, systemConnectionId: connectionId, name })).affected === 1;
}

/** Revokes every token that the user of the admin API has issued, in the transaction that takes what the user may do. */
export async function revokeAccessTokensOf(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(AccessToken, { createdBy: userId });
}

/** Ends it after so many seconds, unless it ends earlier. */
const end = 'update access_tokens set expires_at = least(expires_at, now() + make_interval(secs => $2)) where id = $1';

/**
 * Issues a token like this one, with the same end, in the caller's transaction. The old one stays valid for the overlap. Null when
 * the token is gone: a concurrent rotation or revocation won.
 */
export async function rotateAccessToken(
  manager: EntityManager,
  { tokenId, overlapSeconds }: { tokenId: string; overlapSeconds: number },
): Promise<NewAccessToken | null> {
  const token = await manager.findOne(AccessToken, { where: { id: tokenId }, lock: { mode: 'pessimistic_write' } });
  if (!token) return null;
  const { systemConnectionId, name, expiresAt, createdBy, sessionId } = token;
  if (overlapSeconds === 0) await manager.delete(AccessToken, { id: tokenId });
  else await manager.query(end, [tokenId, overlapSeconds]);
  return issueAccessToken(manager, systemConnectionId, name, { expiresAt, createdBy, sessionId });
}
