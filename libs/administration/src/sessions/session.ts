import { hashToken, looksLikeToken, UserSession } from '@sync/identity';
import { LessThan, type EntityManager } from 'typeorm';
import { userColumns, type User } from '../users/user';

export interface SessionLimits {
  /** Without a request. */
  idleMinutes: number;
  /** Since the sign-in. */
  maxHours: number;
}

/** A session and its user, of one request. */
export interface SignedIn {
  session: Pick<UserSession, 'id' | 'kind' | 'method' | 'expiresAt'>;
  user: User;
}

const isLive = (idleMinutes: string): string =>
  `session.expires_at > now() and session.last_used_at > now() - make_interval(mins => ${idleMinutes})`;

const find = `
  select session.id as "sessionId", session.kind, session.method, session.expires_at as "expiresAt",
    session.last_used_at < now() - interval '1 minute' as "isUseOld", ${userColumns}
  from user_sessions session join users account on account.id = session.user_id
  where session.token_hash = $1 and account.disabled_at is null and ${isLive('$2')}`;

type Found = User & Pick<UserSession, 'kind' | 'method' | 'expiresAt'> & { sessionId: string; isUseOld: boolean };

/**
 * The live session of a token. Null when the token is unknown, or the session has ended. Notes the use at most once a minute, so that
 * most requests only read.
 */
export async function findSession(manager: EntityManager, token: string, { idleMinutes }: SessionLimits): Promise<SignedIn | null> {
  if (!looksLikeToken('session', token)) return null;
  const [found] = await manager.query<Found[]>(find, [hashToken(token), idleMinutes]);
  if (!found) return null;
  const { sessionId, kind, method, expiresAt, isUseOld, ...user } = found;
  if (isUseOld) await manager.update(UserSession, { id: sessionId }, { lastUsedAt: () => 'greatest(last_used_at, now())' });
  return { session: { id: sessionId, kind, method, expiresAt }, user };
}

/** False once the session has ended. True: it cannot be ended before the caller's transaction. */
export async function holdSession(manager: EntityManager, id: string): Promise<boolean> {
  return manager.exists(UserSession, { where: { id }, lock: { mode: 'for_key_share' } });
}

/** The live sessions of a user, newest first, starting after the session `after`. */
export async function listSessions(
  manager: EntityManager,
  { userId, after, limit }: { userId: string; after: string | null; limit: number },
  { idleMinutes }: SessionLimits,
): Promise<UserSession[]> {
  const query = manager.createQueryBuilder(UserSession, 'session').where({ userId, ...(after !== null && { id: LessThan(after) }) });
  return query.andWhere(isLive(':idleMinutes'), { idleMinutes }).orderBy('session.id', 'DESC').limit(limit).getMany();
}
