import { deleteOfConnection, type SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';
import type { TaskName, TaskPayloads } from './task-map';

export const deleteTasksOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal) =>
  deleteOfConnection(sql, 'tasks', connectionId, signal);

const waiting = `
  select id from tasks
  where system_connection_id = $1 and state = 'pending' and not held and name <> 'process-webhook' and name = $2 and payload = $3::jsonb
  for update skip locked`;

/**
 * Deletes the tasks of the connection that say the same and that no worker has picked up, for a new one in the same transaction. One that
 * a worker is just picking up stays: it may not see what the transaction changes.
 */
export async function deleteWaitingTasks<N extends Exclude<TaskName, 'process-webhook'>>(
  manager: EntityManager,
  name: N,
  payload: TaskPayloads[N],
  systemConnectionId: string,
): Promise<void> {
  await manager.query(`delete from tasks where id in (${waiting})`, [systemConnectionId, name, JSON.stringify(payload)]);
}
