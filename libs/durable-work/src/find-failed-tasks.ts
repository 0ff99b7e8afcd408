import { keysetStart, newestOfBranches, type SqlCondition } from '@sync/postgres';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';

export interface FailedTaskFilter {
  queue?: TaskQueueName;
  name?: TaskName;
  systemConnectionId?: string;
  /** Tasks of these connections only. Null or undefined: also tasks of no connection. */
  connections?: SqlCondition | null;
}

const table = 'tasks';
const keyset = { after: '$1', limit: '$2' };
const hasFailed = `candidate.state = 'failed'`;

/** SQL of the ids of failed tasks, newest first. $1 the last id of the page before, or null; $2 the limit. An index gives each order. */
export function failedTaskIds(filter: FailedTaskFilter, parameters: unknown[]): string {
  const names = namesOf(filter);
  const isNamed = names === null ? 'true' : `candidate.name = any(array[${listOf(names)}]::text[])`;
  const each = connectionsOf(filter, parameters);
  if (each !== null) {
    const isIn = `candidate.system_connection_id = branch.id and ${isNamed} and ${hasFailed}`;
    return newestOfBranches({ table, each, isIn }, keyset);
  }
  if (names === null)
    return `select id from tasks candidate where ${hasFailed} and ${keysetStart('candidate', '$1')} order by id desc limit $2`;
  const isIn = `candidate.name = branch.name and ${hasFailed}`;
  return newestOfBranches({ table, each: `select unnest(array[${listOf(names)}]::text[]) as name`, isIn }, keyset);
}

function connectionsOf({ systemConnectionId, connections }: FailedTaskFilter, parameters: unknown[]): string | null {
  if (!connections) return systemConnectionId === undefined ? null : `select $${parameters.push(systemConnectionId)}::uuid as id`;
  const isOne = systemConnectionId === undefined ? 'true' : `connection.id = $${parameters.push(systemConnectionId)}::uuid`;
  return `select connection.id from system_connections connection where ${isOne} and ${connections('connection', parameters)}`;
}

/** Null: all. */
function namesOf({ queue, name }: FailedTaskFilter): readonly TaskName[] | null {
  if (queue === undefined && name === undefined) return null;
  return taskNames.filter((known) => (name === undefined || known === name) && (queue === undefined || tasks[known].queue === queue));
}

/** Of words in the task map, never of text from outside. */
const listOf = (names: readonly TaskName[]): string => names.map((name) => `'${name}'`).join();
