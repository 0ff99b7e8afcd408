import {
  insertExpiring,
  issueToken,
  recordAudit,
  UserSession,
  type AuditOrigin,
  type SessionKind,
  type SignInMethod,
} from '@sync/identity';
import type { Secret } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SessionLimits } from './session';

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

const maxUserAgent = 200;

/** In the caller's transaction, which has checked the user and holds its lock. */
export async function beginSession(
  manager: EntityManager,
  userId: string,
  { kind, method = 'password', address, userAgent, requestId }: SessionClient,
  { idleMinutes, maxHours }: SessionLimits,
): Promise<NewSession> {
  await manager.query(removeEnded, [userId, idleMinutes]);
  const id = uuidv7();
  const { plaintext, hash } = issueToken('session');
  const values = { id, userId, tokenHash: hash, kind, method, address, userAgent: userAgent?.slice(0, maxUserAgent) };
  const insert = manager.createQueryBuilder().insert().into(UserSession);
  const expiresAt = await insertExpiring(insert, values, maxHours * 3_600);
  const origin: AuditOrigin = { actor: `administrator:${userId}`, requestId, address };
  await recordAudit(manager, { ...origin, action: 'session.begin', object: { type: 'session', id }, after: { kind, method } });
  return { id, userId, kind, token: plaintext, expiresAt };
}
