import { lockConnection, moveConnection, type Move, type SystemConnection } from '@sync/domain';
import { endOpenSyncRuns, lockSyncs } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { statusChange, type Alongside } from './alongside';

type StopTrigger = 'disconnection' | 'deactivation' | 'retired by reconnect' | 'uninstallation';

/**
 * Takes a connection out of service and cancels its queued and running syncs, in the caller's transaction. Null when it is gone.
 * Throws IllegalTransition.
 */
export async function stopConnection(
  manager: EntityManager,
  id: string,
  move: Move<StopTrigger>,
  alongside?: Alongside,
): Promise<SystemConnection | null> {
  await lockSyncs(manager, id);
  const connection = await lockConnection(manager, id);
  if (!connection) return null;
  const before = connection.status;
  await moveConnection(manager, connection, move);
  await endOpenSyncRuns(manager, id, { status: 'cancelled', error: 'The connection is no longer active.' });
  await alongside?.(manager, statusChange(connection, before));
  return connection;
}
