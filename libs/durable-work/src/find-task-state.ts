import type { SqlRunner } from '@sync/postgres';
import type { TaskName } from './task-map';

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
