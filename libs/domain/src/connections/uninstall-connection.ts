import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { lockSyncsOf } from '../sync-runs/lock-syncs';
import { logTransitions, type Actor } from './move-connection';
import { SystemConnection } from './system-connection.entity';

const mostAttempts = 8;

/** A million records go in a minute or so; the pool's own limit is for statements that answer somebody. */
const longestStatement = '15min';

/**
 * Removes a connection and everything of it in one transaction: every table that refers to connections is told to go with them.
 * False when it is gone already. Safe while its syncs and webhooks are under way: what they have not stored is not stored, and
 * they find their work gone. Loses to them where locks meet, and tries again. Throws IllegalTransition.
 */
export async function uninstallConnection(dataSource: DataSource, id: string, actor: Actor): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dataSource.transaction((manager) => uninstall(manager, id, actor, attempt > 1));
    } catch (error) {
      if (attempt === mostAttempts || !lostAgainstOthers(error)) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** The large tables first. Rows that are written meanwhile go with the connection's own row. */
async function uninstall(manager: EntityManager, id: string, actor: Actor, isUrgent: boolean): Promise<boolean> {
  await manager.query(`set local statement_timeout = '${longestStatement}'`);
  await lockSyncsOf(manager, id);
  // A page that is being stored is stored first; the next one finds no range.
  await manager.query('select from sync_run_ranges where system_connection_id = $1 order by id for update', [id]);
  const connection = await lockForRemoval(manager, id, isUrgent);
  if (!connection) return false;
  await logTransitions(manager, { trigger: 'uninstallation', actor }, [{ ...connection, from: connection.status }]);
  await deleteRecordsOf(manager, id);
  await manager.delete(SystemConnection, { id });
  return true;
}

/**
 * At first nobody who writes for the connection has to wait until its records are gone: a webhook that was to be stored
 * together with those of other shops would hold them up. Whoever lost once goes ahead of them.
 */
function lockForRemoval(manager: EntityManager, id: string, isUrgent: boolean): Promise<SystemConnection | null> {
  return manager.findOne(SystemConnection, { where: { id }, lock: { mode: isUrgent ? 'pessimistic_write' : 'for_no_key_update' } });
}

/** In the caller's transaction, each kind in one statement. */
export async function deleteRecordsOf(manager: EntityManager, connectionId: string): Promise<void> {
  for (const table of ['orders', 'customers', 'products'])
    await manager.query(`delete from ${table} where system_connection_id = $1`, [connectionId]);
}

/** Deadlock or serialization failure. */
function lostAgainstOthers(error: unknown): boolean {
  return error instanceof QueryFailedError && ['40P01', '40001'].includes(String((error.driverError as { code?: unknown }).code));
}
