import type { SqlCondition, SqlRunner } from '@sync/postgres';
import type { TaskName, TaskQueueName } from './task-map';

/** Failed tasks of one kind and connection. */
export interface FailedWorkGroup {
  name: TaskName;
  queue: TaskQueueName;
  systemConnectionId: string | null;
  count: number;
  /** When the first of them failed. */
  since: Date;
}

export interface FailedWork {
  /** The largest first. */
  groups: FailedWorkGroup[];
  /** Tasks. Stops at the maximum. */
  total: number;
}

interface FailedWorkLimits {
  /** Of groups. */
  limit: number;
  /** The oldest so many tasks make the groups. */
  maxCounted: number;
}

/** `isVisible`: of a row with the tenant and system of a task. */
export async function readFailedWork(
  sql: SqlRunner,
  isVisible: SqlCondition,
  { limit, maxCounted }: FailedWorkLimits,
): Promise<FailedWork> {
  const parameters: unknown[] = [];
  const rows = await sql.query<(FailedWorkGroup & { total: number })[]>(
    `select name, queue, system_connection_id as "systemConnectionId", count(*)::float8 as count, min(failed_at) as since,
       (sum(count(*)) over ())::float8 as total
     from (
       select name, queue, system_connection_id, coalesce(finished_at, updated_at) as failed_at from tasks task
       where state = 'failed' and ${isVisible('task', parameters)} order by id limit ${maxCounted}
     ) oldest
     group by name, queue, system_connection_id order by count(*) desc, min(failed_at) limit ${limit}`,
    parameters,
  );
  return { groups: rows.map(({ total: _total, ...group }) => group), total: rows[0]?.total ?? 0 };
}
