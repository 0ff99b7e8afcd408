import { lockConnection, SystemConnection } from '@sync/domain';
import type { DataSource, QueryDeepPartialEntity } from 'typeorm';
import type { Alongside } from './alongside';
import { connectionGone } from './connection-refused';

/** Absent members stay as they are. */
export type ConnectionEdit = Partial<Pick<SystemConnection, 'name' | 'meta'>>;

/** Throws ConnectionRefused: `gone`. */
export async function editConnection(dataSource: DataSource, id: string, edit: ConnectionEdit, alongside?: Alongside): Promise<void> {
  const after = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as ConnectionEdit;
  await dataSource.transaction(async (manager) => {
    const connection = await lockConnection(manager, id);
    if (!connection) throw connectionGone();
    if (Object.keys(after).length === 0) return;
    // What the shop's plugin says of itself is not the administrator's to change.
    const { plugin } = connection.meta;
    if (after.meta && plugin) after.meta = { ...after.meta, plugin };
    await manager.update(SystemConnection, { id }, after as QueryDeepPartialEntity<SystemConnection>);
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, connection[name as keyof ConnectionEdit]]));
    await alongside?.(manager, { id: connection.id, tenantId: connection.tenantId, before, after });
  });
}
