import { LimitReached, lockConnection } from '@sync/domain';
import type { Secret } from '@sync/records';
import { In, LessThan, Not, Raw, type EntityManager, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import { AccessToken, isTokenLive, sessionNames, type AccessTokenName, type SessionName } from './access-token.entity';
import { issueToken } from './token';

export type IssuedAccessToken = Pick<AccessToken, 'id' | 'name' | 'createdAt' | 'createdBy' | 'lastUsedAt' | 'expiresAt'>;

export interface NewAccessToken extends IssuedAccessToken {
  /** Returned once, never stored. */
  plaintext: Secret<string>;
}

const sessions = In(sessionNames);
/** Issues sessions, which end with it. */
const issuer: AccessTokenName = 'direct-initialisation';

/** Access tokens of one connection, unless the caller names another maximum. */
const defaultMaxTokens = 20;

interface TokenValues extends Partial<Pick<AccessToken, 'expiresAt' | 'createdBy' | 'sessionId' | 'sessionIdleMinutes'>> {
  /** Of the connection, of every name but sessions; 0: no limit. */
  maxTokens?: number;
}

/**
 * Issues a token in the caller's transaction, and removes expired ones of the connection. Throws LimitReached if the connection has as many
 * valid ones as it may have: the lock makes concurrent requests wait for each other, so that each counts what the one before added.
 */
export async function issueAccessToken(
  manager: EntityManager,
  connectionId: string,
  name: AccessTokenName,
  { maxTokens = defaultMaxTokens, ...values }: TokenValues = {},
): Promise<NewAccessToken> {
  await lockAndRemoveExpired(manager, connectionId);
  if (maxTokens > 0) await limitTokens(manager, connectionId, maxTokens);
  return issueFirstAccessToken(manager, connectionId, name, values);
}

async function lockAndRemoveExpired(manager: EntityManager, connectionId: string): Promise<void> {
  await lockConnection(manager, connectionId);
  await manager.delete(AccessToken, { systemConnectionId: connectionId, expiresAt: Raw((column) => `${column} <= now()`) });
}

/**
 * Issues a session of a page in the caller's transaction. No page view is refused: the oldest sessions of the connection and this name end
 * when it has more than `maxSessions` (0: no limit).
 */
export async function issueWidgetSession(
  manager: EntityManager,
  connectionId: string,
  { name, expiresAt, maxSessions }: { name: SessionName; expiresAt: Date; maxSessions: number },
): Promise<NewAccessToken> {
  await lockAndRemoveExpired(manager, connectionId);
  const surplus = {
    where: { systemConnectionId: connectionId, name },
    order: { id: 'DESC' },
    skip: maxSessions - 1,
    select: { id: true },
  } as const;
  if (maxSessions > 0) await manager.remove(await manager.find(AccessToken, surplus));
  return issueFirstAccessToken(manager, connectionId, name, { expiresAt });
}

/** When the token ends; null: never; undefined: it is gone. */
export async function endOfAccessToken(manager: EntityManager, id: string): Promise<Date | null | undefined> {
  return (await manager.findOneBy(AccessToken, { id }))?.expiresAt;
}

/** Issues a token of a connection that the caller's transaction has made: it has no other that could count. */
export async function issueFirstAccessToken(
  manager: EntityManager,
  connectionId: string,
  name: AccessTokenName,
  { expiresAt = null, createdBy = null, ...session }: Omit<TokenValues, 'maxTokens'> = {},
): Promise<NewAccessToken> {
  const { plaintext, hash } = issueToken('access');
  const token = { ...AccessToken.of(connectionId, name, hash), expiresAt, createdBy, ...session };
  const { generatedMaps } = await manager.insert(AccessToken, token);
  const [{ createdAt }] = generatedMaps as [Pick<AccessToken, 'createdAt'>];
  return { id: token.id, name, plaintext, createdAt, createdBy, lastUsedAt: null, expiresAt };
}

/** Issues a token instead of all that the connection has, in the caller's transaction, which has locked it. `revoked`: how many there were. */
export async function replaceEveryAccessToken(manager: EntityManager, connectionId: string): Promise<NewAccessToken & { revoked: number }> {
  const { affected } = await manager.delete(AccessToken, { systemConnectionId: connectionId });
  return { ...(await issueAccessToken(manager, connectionId, 'direct-initialisation')), revoked: affected ?? 0 };
}

async function limitTokens(manager: EntityManager, connectionId: string, maxTokens: number): Promise<void> {
  const live = await liveTokens(manager, { systemConnectionId: connectionId, name: Not(sessions) })
    .select('token.id')
    .limit(maxTokens)
    .getMany();
  if (live.length >= maxTokens)
    throw new LimitReached(`The connection has ${maxTokens} access tokens, the maximum. Revoke one, or wait until one ends.`);
}

/** Issues a token that replaces all others of this name, in the caller's transaction. It counts for none of them, so no limit refuses it. */
export async function replaceAccessTokens(manager: EntityManager, connectionId: string, name: AccessTokenName): Promise<Secret<string>> {
  await manager.delete(AccessToken, { systemConnectionId: connectionId, name });
  return (await issueAccessToken(manager, connectionId, name, { maxTokens: 0 })).plaintext;
}

function liveTokens(manager: EntityManager, where: FindOptionsWhere<AccessToken>): SelectQueryBuilder<AccessToken> {
  return manager.createQueryBuilder(AccessToken, 'token').where(where).andWhere(isTokenLive);
}

/** The valid tokens of this name, or of every name, newest first, starting after the token `after`. */
export async function listAccessTokens(
  manager: EntityManager,
  { connectionId, name, after, limit }: { connectionId: string; name?: AccessTokenName; after: string | null; limit: number },
): Promise<AccessToken[]> {
  const where = { systemConnectionId: connectionId, ...(name !== undefined && { name }), ...(after !== null && { id: LessThan(after) }) };
  return liveTokens(manager, where).orderBy('token.id', 'DESC').limit(limit).getMany();
}

/** False when the connection has no such token. Without a name: one of any. Sessions of the connection end with a token that issues them. */
export async function revokeAccessToken(
  manager: EntityManager,
  { connectionId, name, id }: { connectionId: string; name?: AccessTokenName; id: string },
): Promise<boolean> {
  return manager.transaction(async (within) => {
    const token = await within.findOneBy(AccessToken, { id, systemConnectionId: connectionId, ...(name !== undefined && { name }) });
    if (!token || (await within.delete(AccessToken, { id })).affected !== 1) return false;
    if (token.name === issuer) await within.delete(AccessToken, { systemConnectionId: connectionId, name: sessions });
    return true;
  });
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

/**
 * Issues a token like this one, with the same end, in the caller's transaction. Every other token of the connection and name, and the
 * sessions that it may have issued, end with the old one, so that a copy ends too: after the overlap, at once without one. Null when the token is gone: a concurrent rotation or
 * revocation won. Throws LimitReached if all were more than the connection may have. The lock of the connection keeps a rotation from passing
 * by a revocation of all tokens.
 */
export async function rotateAccessToken(
  manager: EntityManager,
  { tokenId, connectionId, name, overlapSeconds, maxTokens }: Rotation,
): Promise<NewAccessToken | null> {
  if (!(await lockConnection(manager, connectionId))) return null;
  const names = name === issuer ? [name, ...sessionNames] : [name];
  const tokens = await manager.findBy(AccessToken, { systemConnectionId: connectionId, name: In(names) });
  const token = tokens.find(({ id }) => id === tokenId);
  if (!token) return null;
  const replaced = { id: In(tokens.map(({ id }) => id)) };
  if (overlapSeconds === 0) await manager.delete(AccessToken, replaced);
  else await endAfter(manager, replaced, overlapSeconds);
  return issueAccessToken(manager, connectionId, name, { expiresAt: token.expiresAt, maxTokens });
}

/** Unless they end earlier. */
async function endAfter(manager: EntityManager, where: FindOptionsWhere<AccessToken>, seconds: number): Promise<void> {
  const expiresAt = () => 'least(expires_at, now() + make_interval(secs => :seconds))';
  await manager.createQueryBuilder().update(AccessToken).set({ expiresAt }).where(where).setParameters({ seconds }).execute();
}
