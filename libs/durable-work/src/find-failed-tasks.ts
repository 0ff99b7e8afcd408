import { keysetStart, newestOfBranches, type BranchScope } from '@sync/postgres';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';

export interface FailedTaskFilter {
  queue?: TaskQueueName;
  name?: TaskName;
  /** Without a scope. */
  systemConnectionId?: string;
  /** Only these tasks. Null or undefined: also tasks of no connection. */
  scope?: BranchScope | null;
}

const table = 'tasks';
const keyset = { after: '$1', limit: '$2' };
const hasFailed = `candidate.state = 'failed'`;

/** SQL of the ids of failed tasks, newest first. $1 the last id of the page before, or null; $2 the limit. An index gives each order. */
export function failedTaskIds(filter: FailedTaskFilter, parameters: unknown[]): string {
  const names = namesOf(filter);
  const isNamed = names === null ? 'true' : `candidate.name = any(array[${listOf(names)}]::text[])`;
  const scope = filter.scope ?? scopeOf(filter);
  if (scope !== null) {
    const { columns, isListed = 'true' } = scope;
    return newestOfBranches(
      { table, each: scope.each(parameters), columns, isListed: `${isListed} and ${isNamed} and ${hasFailed}` },
      keyset,
    );
  }
  if (names === null)
    return `select id from tasks candidate where ${hasFailed} and ${keysetStart('candidate', '$1')} order by id desc limit $2`;
  const each = `select unnest(array[${listOf(names)}]::text[]) as name`;
  return newestOfBranches({ table, each, columns: ['name'], isListed: hasFailed }, keyset);
}

function scopeOf({ systemConnectionId }: FailedTaskFilter): BranchScope | null {
  if (systemConnectionId === undefined) return null;
  return {
    each: (parameters) => `select $${parameters.push(systemConnectionId)}::uuid as system_connection_id`,
    columns: ['system_connection_id'],
  };
}

/** Null: all. */
function namesOf({ queue, name }: FailedTaskFilter): readonly TaskName[] | null {
  if (queue === undefined && name === undefined) return null;
  return taskNames.filter((known) => (name === undefined || known === name) && (queue === undefined || tasks[known].queue === queue));
}

/** Of words in the task map, never of text from outside. */
const listOf = (names: readonly TaskName[]): string => names.map((name) => `'${name}'`).join();
