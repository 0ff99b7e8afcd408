import { deleteOfConnection, type SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';
import type { TaskName, TaskPayloads } from './task-map';

export const deleteTasksOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal) =>
  deleteOfConnection(sql, 'tasks', connectionId, signal);

const deleteUnheld = `
  delete from tasks where id in (
    select id from tasks where id = any($1) and state = 'pending' and not held for update skip locked
  )`;

/** Deletes those that no worker has picked up. */
export async function deleteUnheldTasks(sql: SqlRunner, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql.query(deleteUnheld, [ids]);
}

const postponeUnheld = `
  with postponed as (
    select id from tasks where id = any($1) and state = 'pending' and not held for no key update skip locked
  )
  update tasks set not_before = greatest(not_before, now() + $2 * interval '1 ms') where id in (select id from postponed)`;

/** Those that no worker has picked up are due in so many milliseconds at the earliest. */
export async function postponeUnheldTasks(sql: SqlRunner, ids: readonly string[], milliseconds: number): Promise<void> {
  if (ids.length > 0) await sql.query(postponeUnheld, [ids, milliseconds]);
}

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
