import { issueToken, recordAudit, type AuditOrigin } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { Secret } from '@sync/records';
import { v7 as uuidv7 } from 'uuid';
import type { SessionKind, SessionLimits, SignInMethod } from './session';

/** Where a session begins. */
export interface SessionClient {
  kind: SessionKind;
  /** Default: password. */
  method?: SignInMethod;
  address: string;
  userAgent: string | null;
  requestId?: string;
}

export interface NewSession {
  id: string;
  userId: string;
  kind: SessionKind;
  /** Returned once, never stored. */
  token: Secret<string>;
  expiresAt: Date;
}

/** Each session that begins removes up to a hundred that have ended, of any user: the table needs no other upkeep. */
const removeEnded = `
  delete from user_sessions where id in (
    select id from user_sessions
    where expires_at <= now() or (user_id = $1 and last_used_at <= now() - make_interval(mins => $2))
    limit 100 for update skip locked)`;

const insert = `
  insert into user_sessions (id, user_id, token_hash, kind, method, address, user_agent, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8)) returning expires_at as "expiresAt"`;

const maxUserAgent = 200;

/** In the caller's transaction, which has checked the user and holds its lock. */
export async function beginSession(
  sql: SqlRunner,
  userId: string,
  { kind, method = 'password', address, userAgent, requestId }: SessionClient,
  { idleMinutes, maxHours }: SessionLimits,
): Promise<NewSession> {
  await sql.query(removeEnded, [userId, idleMinutes]);
  const id = uuidv7();
  const { plaintext, hash } = issueToken('session');
  const parameters = [id, userId, hash, kind, method, address, userAgent?.slice(0, maxUserAgent) ?? null, maxHours];
  const [stored] = await sql.query<{ expiresAt: Date }[]>(insert, parameters);
  if (!stored) throw new Error('The session was not stored');
  const origin: AuditOrigin = { actor: `administrator:${userId}`, requestId, address };
  await recordAudit(sql, { ...origin, action: 'session.begin', object: { type: 'session', id }, after: { kind, method } });
  return { id, userId, kind, token: plaintext, expiresAt: stored.expiresAt };
}
