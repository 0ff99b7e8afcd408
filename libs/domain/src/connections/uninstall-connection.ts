import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { lockSyncsOf } from '../sync-runs/lock-syncs';
import { eachConnection, type TellFailure } from './each-connection';
import { eraseBelongings, removeAccess } from './erase-belongings';
import type { Actor } from './move-connection';
import { stopConnection } from './stop-connection';

const mostAttempts = 8;

/** Deadlock, serialization failure. */
const againstOthers = ['40P01', '40001'];
/** Nobody can begin to write for a connection that has ended, so that whoever still does is about to be done. */
const lockNotAvailable = '55P03';

/**
 * Removes a connection and everything of it. At once for its readers and for whoever works for it: one short transaction ends it
 * and hides it. What it has stored is then erased in steps that nobody has to wait for. False when it is gone already. Throws
 * IllegalTransition.
 */
export async function uninstallConnection(dataSource: DataSource, id: string, actor: Actor): Promise<boolean> {
  const isEnded = await untilWon(againstOthers, () => dataSource.transaction((manager) => end(manager, id, actor)));
  if (isEnded) await erase(dataSource, id);
  return isEnded;
}

/** Goes on with removals that broke off, with their process or with Postgres. Returns how many it finished. Throws once the signal is aborted. */
export async function finishUninstallations(dataSource: DataSource, tell: TellFailure, signal?: AbortSignal): Promise<number> {
  const unfinished = await dataSource.query<{ id: string }[]>(
    `select id from system_connections where status = 'uninstalled' and deleted_at is not null`,
  );
  const ids = unfinished.map(({ id }) => id);
  const failures = await eachConnection(ids, (id) => erase(dataSource, id, signal), tell, signal);
  return ids.length - failures.length;
}

/** A page that is being stored is stored first; the next one finds no range. */
async function end(manager: EntityManager, id: string, actor: Actor): Promise<boolean> {
  const connection = await stopConnection(manager, id, { trigger: 'uninstallation', actor });
  if (!connection) return false;
  await manager.query('update system_connections set deleted_at = now(), credentials = null where id = $1', [id]);
  await removeAccess(manager, id);
  return true;
}

/** What is stored by those who began before it was ended goes with the connection's own row: every table is told to. */
async function erase(dataSource: DataSource, id: string, signal?: AbortSignal): Promise<void> {
  await eraseBelongings(dataSource, id, signal);
  await untilWon([...againstOthers, lockNotAvailable], () =>
    dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, id);
      await manager.query('delete from system_connections where id = $1', [id]);
    }),
  );
}

/** Tried again when it failed for one of these reasons, by Postgres' codes. */
async function untilWon<T>(reasons: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof QueryFailedError && reasons.includes(codeOf(error)))) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function codeOf({ driverError }: QueryFailedError): string {
  return String((driverError as { code?: unknown }).code);
}
