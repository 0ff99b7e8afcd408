import {
  lockConnection,
  moveConnection,
  type liveStatuses,
  type Move,
  type MoveTrigger,
  type SystemConnection,
  type transitions,
} from '@sync/domain';
import { endOpenSyncRuns, lockSyncs } from '@sync/sync-runs';
import type { DataSource, EntityManager } from 'typeorm';
import { statusChange, type Alongside } from './alongside';
import { connectionGone } from './connection-refused';

type Live = (typeof liveStatuses)[number];

/** The moves that take a connection out of service. */
export type StopTrigger = { [T in MoveTrigger]: (typeof transitions)[T]['to'] extends Live ? never : T }[MoveTrigger];

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

/** The same in a transaction of its own. Throws also ConnectionRefused: `gone`. */
export async function stopConnectionNow(dataSource: DataSource, id: string, move: Move<StopTrigger>, alongside?: Alongside): Promise<void> {
  const stopped = await dataSource.transaction((manager) => stopConnection(manager, id, move, alongside));
  if (!stopped) throw connectionGone();
}
