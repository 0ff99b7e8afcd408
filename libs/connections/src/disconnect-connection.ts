import type { Actor } from '@sync/domain';
import type { DataSource } from 'typeorm';
import type { Alongside } from './alongside';
import { connectionGone } from './connection-refused';
import { stopConnection } from './stop-connection';

/**
 * Keeps data and credentials for the grace period, but no longer serves them. Cancels open syncs. Throws IllegalTransition, and
 * ConnectionRefused: `gone`.
 */
export async function disconnectConnection(dataSource: DataSource, id: string, actor: Actor, alongside?: Alongside): Promise<void> {
  const stopped = await dataSource.transaction((manager) => stopConnection(manager, id, { trigger: 'disconnection', actor }, alongside));
  if (!stopped) throw connectionGone();
}
