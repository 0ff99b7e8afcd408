import { hashToken, looksLikeToken } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import { userColumns, type User } from '../users/user';

/** A browser's session travels in a cookie, a script's as a bearer token. */
export const sessionKinds = ['cookie', 'bearer'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** How a session's user signed in. */
export type SignInMethod = 'password' | 'oidc';

export interface SessionLimits {
  /** Without a request. */
  idleMinutes: number;
  /** Since the sign-in. */
  maxHours: number;
}

/** What a user sees of a session. */
export interface Session {
  id: string;
  kind: SessionKind;
  address: string;
  userAgent: string | null;
  createdAt: Date;
  /** Exact to a minute. */
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A session and its user, of one request. */
export interface SignedIn {
  session: Pick<Session, 'id' | 'kind' | 'expiresAt'> & { method: SignInMethod };
  user: User;
}

/** $2: minutes. */
const isLive = `session.expires_at > now() and session.last_used_at > now() - make_interval(mins => $2)`;

const find = `
  select session.id as "sessionId", session.kind, session.method, session.expires_at as "expiresAt",
    session.last_used_at < now() - interval '1 minute' as "isUseOld", ${userColumns}
  from user_sessions session join users account on account.id = session.user_id
  where session.token_hash = $1 and account.disabled_at is null and ${isLive}`;

const noteUse = 'update user_sessions set last_used_at = greatest(last_used_at, now()) where id = $1';

const list = `
  select session.id, session.kind, session.address, session.user_agent as "userAgent", session.created_at as "createdAt",
    session.last_used_at as "lastUsedAt", session.expires_at as "expiresAt"
  from user_sessions session
  where session.user_id = $1 and ${isLive} and ($3::uuid is null or session.id < $3) order by session.id desc limit $4`;

type Found = User & { sessionId: string; kind: SessionKind; method: SignInMethod; expiresAt: Date; isUseOld: boolean };

/**
 * The live session of a token. Null when the token is unknown, or the session has ended. Notes the use at most once a minute, so that
 * most requests only read.
 */
export async function findSession(sql: SqlRunner, token: string, { idleMinutes }: SessionLimits): Promise<SignedIn | null> {
  if (!looksLikeToken('session', token)) return null;
  const [found] = await sql.query<Found[]>(find, [hashToken(token), idleMinutes]);
  if (!found) return null;
  const { sessionId, kind, method, expiresAt, isUseOld, ...user } = found;
  if (isUseOld) await sql.query(noteUse, [sessionId]);
  return { session: { id: sessionId, kind, method, expiresAt }, user };
}

/** False once the session has ended. True: it cannot be ended before the caller's transaction. */
export async function holdSession(sql: SqlRunner, id: string): Promise<boolean> {
  return (await sql.query<unknown[]>('select from user_sessions where id = $1 for key share', [id])).length > 0;
}

/** The live sessions of a user, newest first, starting after the session `after`. */
export async function listSessions(
  sql: SqlRunner,
  { userId, after, limit }: { userId: string; after: string | null; limit: number },
  { idleMinutes }: SessionLimits,
): Promise<Session[]> {
  return sql.query<Session[]>(list, [userId, idleMinutes, after, limit]);
}
