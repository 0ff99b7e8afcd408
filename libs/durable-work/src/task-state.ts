import type { SqlRunner } from '@sync/postgres';
import { type TaskName, type TaskPayloads, taskQueueNames } from './task-map';

/** Webhooks are left out because their unfinished ones may be many, and no index finds them by name. */
type WorkName = Exclude<TaskName, 'process-webhook'>;

/** Whether a task with this in its payload is pending or has failed. */
export async function hasUnfinishedTask<N extends WorkName>(sql: SqlRunner, name: N, payload: Partial<TaskPayloads[N]>): Promise<boolean> {
  const found = await sql.query<unknown[]>(
    `select from tasks where state <> 'done' and name <> 'process-webhook' and name = $1 and payload @> $2::jsonb limit 1`,
    [name, JSON.stringify(payload)],
  );
  return found.length > 0;
}

/** Whether a task with this in its payload is pending and no worker has picked it up. */
export async function hasWaitingTask<N extends WorkName>(sql: SqlRunner, name: N, payload: Partial<TaskPayloads[N]>): Promise<boolean> {
  const found = await sql.query<unknown[]>(
    `select from tasks where state = 'pending' and not held and name <> 'process-webhook' and name = $1 and payload @> $2::jsonb limit 1`,
    [name, JSON.stringify(payload)],
  );
  return found.length > 0;
}

export interface OtherTasks {
  /** One was recorded after this one. */
  isFollowed: boolean;
  /** A worker holds one that was recorded before. */
  isPrecededNow: boolean;
}

/** What other unfinished tasks of this kind its connection has. */
export async function findOtherTasks(
  sql: SqlRunner,
  { id, name, systemConnectionId }: { id: string; name: WorkName; systemConnectionId: string },
): Promise<OtherTasks> {
  const [found] = await sql.query<OtherTasks[]>(
    `select coalesce(bool_or(id > $1), false) as "isFollowed", coalesce(bool_or(id < $1 and held), false) as "isPrecededNow"
     from tasks where state = 'pending' and name <> 'process-webhook' and name = $2 and system_connection_id = $3`,
    [id, name, systemConnectionId],
  );
  return found as OtherTasks;
}

/** Whether a task is due for some seconds and no worker holds it. */
export async function hasOverdueTask(query: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }>): Promise<boolean> {
  const { rows } = await query(
    `select from unnest($1::text[]) as named (queue) where exists (
       select from tasks
       where queue = named.queue and state = 'pending' and not_before > '-infinity' and not_before < now() - interval '5 seconds')`,
    [[...taskQueueNames]],
  );
  return rows.length > 0;
}

/** Those of the tasks of a connection whose rows are still there. */
export async function findKeptTasks(sql: SqlRunner, systemConnectionId: string, ids: readonly string[]): Promise<string[]> {
  const found = await sql.query<{ id: string }[]>('select id from tasks where id = any($1) and system_connection_id = $2', [
    ids,
    systemConnectionId,
  ]);
  return found.map(({ id }) => id);
}

export interface TaskState {
  state: 'pending' | 'done' | 'failed';
  /** Why the last attempt failed. Safe to show; null when it is done. */
  error: string | null;
}

/** How far a task of a connection is. Null: there is none, or it was done so long ago that its row is gone. */
export async function findTaskState(
  sql: SqlRunner,
  { id, name, systemConnectionId }: { id: string; name: TaskName; systemConnectionId: string },
): Promise<TaskState | null> {
  const [task] = await sql.query<TaskState[]>(
    'select state, last_error as error from tasks where id = $1 and name = $2 and system_connection_id = $3',
    [id, name, systemConnectionId],
  );
  return task ?? null;
}
