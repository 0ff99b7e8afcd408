import { lockConnection, moveConnection, type Move, type SystemConnection } from '@sync/domain';
import { endOpenSyncRuns, lockSyncs } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';

type StopTrigger = 'disconnection' | 'deactivation' | 'retired by reconnect' | 'uninstallation';

/**
 * Takes a connection out of service and cancels its queued and running syncs, in the caller's transaction. Null when it is gone.
 * Throws IllegalTransition.
 */
export async function stopConnection(
  manager: EntityManager,
  id: string,
  move: Move<StopTrigger>,
  disconnectedAt: Date | null = null,
): Promise<SystemConnection | null> {
  await lockSyncs(manager, id);
  const connection = await lockConnection(manager, id);
  if (!connection) return null;
  await moveConnection(manager, connection, move, { disconnectedAt });
  await endOpenSyncRuns(manager, id, { status: 'cancelled', error: 'The connection is no longer active.' });
  return connection;
}
