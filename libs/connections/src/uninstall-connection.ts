import { countConnections, type Actor } from '@sync/domain';
import { removeAccess } from '@sync/identity';
import { retryOnConflict } from '@sync/postgres';
import { deleteRecordsOf, lockShopOf } from '@sync/record-store';
import { lockSyncs } from '@sync/sync-runs';
import type { DataSource, EntityManager } from 'typeorm';
import type { Alongside } from './alongside';
import { ConnectionRefused, connectionGone } from './connection-refused';
import { deleteDependents } from './delete-dependents';
import { eachConnection, type OnFailure } from './each-connection';
import { stopConnection } from './stop-connection';

/** A writer that still holds a lock began before the connection ended, and no other can begin, so the wait is short. */
const lockNotAvailable = '55P03';

/**
 * Removes a connection and everything that belongs to it. One short transaction ends it and hides it from readers and workers; its
 * rows are then deleted in batches. False when it is gone already. Throws IllegalTransition.
 */
export async function uninstallConnection(dataSource: DataSource, id: string, actor: Actor, alongside?: Alongside): Promise<boolean> {
  const isEnded = await retryOnConflict(() => dataSource.transaction((manager) => end(manager, id, actor, alongside)));
  if (isEnded) await erase(dataSource, id);
  return isEnded;
}

/**
 * Uninstalls a connection that a newer one to the same shop replaced. Throws ConnectionRefused: `gone`, and `status` unless the
 * connection is inactive.
 */
export async function eraseRetiredConnection(dataSource: DataSource, id: string, actor: Actor, alongside?: Alongside): Promise<void> {
  const requireRetired: Alongside = async (manager, change) => {
    if (change.before['status'] !== 'inactive')
      throw new ConnectionRefused('status', `Only a retired connection can be erased; this one is ${String(change.before['status'])}.`);
    await alongside?.(manager, change);
  };
  if (!(await uninstallConnection(dataSource, id, actor, requireRetired))) throw connectionGone();
}

/** Finishes uninstallations that broke off, with their process or with Postgres. Returns how many. Throws once the signal is aborted. */
export async function finishUninstallations(dataSource: DataSource, onFailure: OnFailure, signal?: AbortSignal): Promise<number> {
  const unfinished = await dataSource.query<{ id: string }[]>(
    `select id from system_connections where status = 'uninstalled' and deleted_at is not null`,
  );
  const ids = unfinished.map(({ id }) => id);
  const failures = await eachConnection(ids, (id) => erase(dataSource, id, signal), onFailure, signal);
  return ids.length - failures.length;
}

/** A page that is being stored is stored first; the next one finds no range. */
async function end(manager: EntityManager, id: string, actor: Actor, alongside?: Alongside): Promise<boolean> {
  const connection = await stopConnection(manager, id, { trigger: 'uninstallation', actor }, alongside);
  if (!connection) return false;
  await manager.query('update system_connections set deleted_at = now(), credentials = null where id = $1', [id]);
  await countConnections(manager, { were: [connection] });
  await removeAccess(manager, id);
  return true;
}

/**
 * The locks of the connection's row and its shop's wait for writers that began before the end. Their records are deleted with it: by name,
 * so that their bytes no longer count.
 */
async function erase(dataSource: DataSource, id: string, signal?: AbortSignal): Promise<void> {
  await deleteDependents(dataSource, id, signal);
  const deleteRow = () =>
    dataSource.transaction(async (manager) => {
      await lockSyncs(manager, id);
      await manager.query('select from system_connections where id = $1 for update', [id]);
      await lockShopOf(manager, id);
      await deleteRecordsOf(manager, id);
      await manager.query('delete from system_connections where id = $1', [id]);
    });
  await retryOnConflict(deleteRow, [lockNotAvailable]);
}
