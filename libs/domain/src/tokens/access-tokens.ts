import type { SqlRunner } from '@sync/postgres';
import type { Secret } from '@sync/records';
import { In, type EntityManager } from 'typeorm';
import { lockConnection } from '../connections/move-connection';
import { LimitReached } from '../refusals';
import { AccessToken, type AccessTokenName } from './access-token.entity';
import { isTokenLive } from './live-token';
import { issueToken } from './token';

export interface NewAccessToken {
  id: string;
  name: AccessTokenName;
  /** Returned once, never stored. */
  plaintext: Secret<string>;
  createdAt: Date;
  expiresAt: Date | null;
  createdBy: string | null;
}

/** What is known of an issued token. */
export interface IssuedAccessToken {
  id: string;
  name: AccessTokenName;
  createdAt: Date;
  /** Id of a user of the admin API. */
  createdBy: string | null;
  lastUsedAt: Date | null;
  /** Null: never. */
  expiresAt: Date | null;
}

const expired = 'delete from access_tokens where system_connection_id = $1 and expires_at <= now()';

/** Access tokens of one connection, unless the caller names another maximum. */
const defaultMaxTokens = 20;

interface TokenValues extends Partial<Pick<AccessToken, 'expiresAt' | 'createdBy' | 'sessionId' | 'sessionIdleMinutes'>> {
  /** Of the connection, of every name; 0: no limit. */
  maxTokens?: number;
}

/** The lock makes concurrent requests wait for each other, so that each counts what the one before added. */
const lock = 'select from system_connections where id = $1 for no key update';
const count = `
  select count(*)::int as tokens
  from (select from access_tokens token where token.system_connection_id = $1 and ${isTokenLive} limit $2) counted`;

/**
 * Issues a token in the caller's transaction, and removes expired ones of the connection. Throws LimitReached if the connection has as many
 * valid ones as it may have.
 */
export async function issueAccessToken(
  manager: EntityManager,
  connectionId: string,
  name: AccessTokenName,
  { expiresAt = null, createdBy = null, maxTokens = defaultMaxTokens, ...session }: TokenValues = {},
): Promise<NewAccessToken> {
  await manager.query(lock, [connectionId]);
  await manager.query(expired, [connectionId]);
  if (maxTokens > 0) await limitTokens(manager, connectionId, maxTokens);
  const { plaintext, hash } = issueToken('access');
  const token = { ...AccessToken.of(connectionId, name, hash), expiresAt, createdBy, ...session };
  const { generatedMaps } = await manager.insert(AccessToken, token);
  const [{ createdAt }] = generatedMaps as [Pick<AccessToken, 'createdAt'>];
  return { id: token.id, name, plaintext, createdAt, expiresAt, createdBy };
}

/** Issues a token instead of all that the connection has, in the caller's transaction, which has locked it. `revoked`: how many there were. */
export async function replaceEveryAccessToken(manager: EntityManager, connectionId: string): Promise<NewAccessToken & { revoked: number }> {
  const { affected } = await manager.delete(AccessToken, { systemConnectionId: connectionId });
  return { ...(await issueAccessToken(manager, connectionId, 'direct-initialisation')), revoked: affected ?? 0 };
}

async function limitTokens(manager: EntityManager, connectionId: string, maxTokens: number): Promise<void> {
  const [{ tokens } = { tokens: 0 }] = await manager.query<{ tokens: number }[]>(count, [connectionId, maxTokens]);
  if (tokens >= maxTokens)
    throw new LimitReached(`The connection has ${maxTokens} access tokens, the maximum. Revoke one, or wait until one ends.`);
}

/** Issues a token that replaces all others of this name, in the caller's transaction. It counts for none of them, so no limit refuses it. */
export async function replaceAccessTokens(manager: EntityManager, connectionId: string, name: AccessTokenName): Promise<Secret<string>> {
  await manager.delete(AccessToken, { systemConnectionId: connectionId, name });
  return (await issueAccessToken(manager, connectionId, name, { maxTokens: 0 })).plaintext;
}

const list = `
  select token.id, token.name, token.created_by as "createdBy", token.created_at as "createdAt", token.last_used_at as "lastUsedAt",
    token.expires_at as "expiresAt"
  from access_tokens token
  where token.system_connection_id = $1 and ($2::text is null or token.name = $2) and ${isTokenLive} and ($3::uuid is null or token.id < $3)
  order by token.id desc limit $4`;

/** The valid tokens of this name, or of every name, newest first, starting after the token `after`. */
export async function listAccessTokens(
  sql: SqlRunner,
  { connectionId, name, after, limit }: { connectionId: string; name?: AccessTokenName; after: string | null; limit: number },
): Promise<IssuedAccessToken[]> {
  return sql.query<IssuedAccessToken[]>(list, [connectionId, name ?? null, after, limit]);
}

/** False when the connection has no such token. Without a name: one of any. */
export async function revokeAccessToken(
  manager: EntityManager,
  { connectionId, name, id }: { connectionId: string; name?: AccessTokenName; id: string },
): Promise<boolean> {
  return (await manager.delete(AccessToken, { id, systemConnectionId: connectionId, ...(name !== undefined && { name }) })).affected === 1;
}

/** Revokes every token that the user of the admin API has issued, in the transaction that takes what the user may do. */
export async function revokeAccessTokensOf(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(AccessToken, { createdBy: userId });
}

interface Rotation {
  tokenId: string;
  connectionId: string;
  name: AccessTokenName;
  overlapSeconds: number;
  maxTokens?: number;
}

/** Ends them after so many seconds, unless they end earlier. */
const end = 'update access_tokens set expires_at = least(expires_at, now() + make_interval(secs => $2)) where id = any($1::uuid[])';

/**
 * Issues a token like this one, with the same end, in the caller's transaction. Every other token of the connection and name ends with the
 * old one, so that a copy ends too: after the overlap, at once without one. Null when the token is gone: a concurrent rotation or
 * revocation won. Throws LimitReached if all were more than the connection may have. The lock of the connection keeps a rotation from passing
 * by a revocation of all tokens.
 */
export async function rotateAccessToken(
  manager: EntityManager,
  { tokenId, connectionId, name, overlapSeconds, maxTokens }: Rotation,
): Promise<NewAccessToken | null> {
  if (!(await lockConnection(manager, connectionId))) return null;
  const tokens = await manager.findBy(AccessToken, { systemConnectionId: connectionId, name });
  const token = tokens.find(({ id }) => id === tokenId);
  if (!token) return null;
  const ids = tokens.map(({ id }) => id);
  if (overlapSeconds === 0) await manager.delete(AccessToken, { id: In(ids) });
  else await manager.query(end, [ids, overlapSeconds]);
  return issueAccessToken(manager, connectionId, name, { expiresAt: token.expiresAt, maxTokens });
}
