import type { EntityManager } from 'typeorm';
import { endSyncRuns, openRunsOf } from '../sync-runs/end-sync-runs';
import { lockSyncsOf } from '../sync-runs/lock-syncs';
import { lockConnection, moveConnection, type Move } from './move-connection';
import type { SystemConnection } from './system-connection.entity';

type StopTrigger = 'disconnection' | 'deactivation' | 'retired by reconnect' | 'uninstallation';

/**
 * Takes a connection out of service, in the caller's transaction: whoever ends it means its syncs, too, so that its queued and
 * running ones are cancelled. Null when it is gone. Throws IllegalTransition.
 */
export async function stopConnection(
  manager: EntityManager,
  id: string,
  move: Move<StopTrigger>,
  disconnectedAt: Date | null = null,
): Promise<SystemConnection | null> {
  await lockSyncsOf(manager, id);
  const connection = await lockConnection(manager, id);
  if (!connection) return null;
  await moveConnection(manager, connection, move, { disconnectedAt });
  await endSyncRuns(manager, await openRunsOf(manager, id), { status: 'cancelled', error: 'The connection is no longer active.' });
  return connection;
}
