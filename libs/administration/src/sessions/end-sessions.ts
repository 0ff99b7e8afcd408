import { recordAudit, type AuditOrigin } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { AdministrationRefused } from '../refusals';

const endAll = `
  with ended as (delete from user_sessions where user_id = $1 and id is distinct from $2::uuid returning 1)
  select count(*)::int as count from ended`;
const endOne = `
  with ended as (delete from user_sessions where user_id = $1 and id = $2 returning 1)
  select from ended`;

/** Ends the user's sessions, but for one, in the caller's transaction. Returns how many. */
export async function endSessionsOf(sql: SqlRunner, userId: string, exceptId: string | null = null): Promise<number> {
  const [ended] = await sql.query<{ count: number }[]>(endAll, [userId, exceptId]);
  return ended?.count ?? 0;
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
    const [ended] = await manager.query<unknown[]>(endOne, [userId, id]);
    if (!ended) throw new AdministrationRefused('gone', 'The session does not exist.');
    await recordAudit(manager, { ...origin, action: 'session.end', object: { type: 'session', id }, before: { user_id: userId } });
  });
}
