import { recordAudit, UserSession, type AuditOrigin } from '@sync/identity';
import { Not, type DataSource, type EntityManager } from 'typeorm';
import { AdministrationRefused } from '../refusals';

/** Ends the user's sessions, but for one, in the caller's transaction. Returns how many. */
export async function endSessionsOf(manager: EntityManager, userId: string, exceptId: string | null = null): Promise<number> {
  const { affected } = await manager.delete(UserSession, { userId, ...(exceptId !== null && { id: Not(exceptId) }) });
  return affected ?? 0;
}

/** Ends all sessions of a user, but for one if it is given. Returns how many. */
export async function endAllSessions(
  dataSource: DataSource,
  origin: AuditOrigin,
  userId: string,
  exceptId: string | null = null,
): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const sessions = await endSessionsOf(manager, userId, exceptId);
    const before = { user_id: userId, sessions };
    if (sessions > 0) await recordAudit(manager, { ...origin, action: 'session.end', object: { type: 'session', id: null }, before });
    return sessions;
  });
}

/** Ends one session of a user. Throws AdministrationRefused: `gone`. */
export async function endSession(
  dataSource: DataSource,
  origin: AuditOrigin,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const { affected } = await manager.delete(UserSession, { userId, id });
    if (affected === 0) throw new AdministrationRefused('gone', 'The session does not exist.');
    await recordAudit(manager, { ...origin, action: 'session.end', object: { type: 'session', id }, before: { user_id: userId } });
  });
}
