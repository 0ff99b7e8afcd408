import { keysetStart, newestOfBranches, type BranchScope } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { DataSource } from 'typeorm';
import { querySyncRuns, syncRunStatuses, type SyncRun, type SyncRunStatus } from './sync-run';

export interface SyncRunFilter {
  /** Which runs are listed; null: all. */
  scope: BranchScope | null;
  status?: SyncRunStatus;
  capability?: SystemCapability;
}

/** Runs of many connections, newest first, starting after the run `after`. */
export async function listSyncRuns(
  dataSource: DataSource,
  filter: SyncRunFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<SyncRun[]> {
  const parameters: unknown[] = [after, limit];
  const ids = idsOf(filter, parameters);
  return querySyncRuns(dataSource, `where run.id in (${ids}) order by run.id desc`, parameters);
}

const table = 'sync_runs';
const keyset = { after: '$1', limit: '$2' };

/** Each way to look has an index that gives the runs in their order. Most runs succeeded, so that reading past the others costs little. */
function idsOf({ scope, status, capability }: SyncRunFilter, parameters: unknown[]): string {
  const isWanted = wantedRun(status, capability);
  const isOther = status !== undefined && status !== 'succeeded';
  if (scope === null && !isOther)
    return `select id from sync_runs candidate where ${keysetStart('candidate', '$1')} and ${isWanted} order by id desc limit $2`;
  const { each, columns, isListed = 'true' } = scope ?? ofCapabilities;
  const branches = isOther ? `select scope.*, '${storedStatus(status)}' as status from (${each(parameters)}) scope` : each(parameters);
  const keys = isOther ? (scope ? [...columns, 'status'] : ['status', ...columns]) : columns;
  return newestOfBranches({ table, each: branches, columns: keys, isListed: `${isListed} and ${isWanted}` }, keyset);
}

const ofCapabilities: BranchScope = {
  each: () => `select unnest(array[${systemCapabilities.map((name) => `'${name}'`).join()}]) as capability`,
  columns: ['capability'],
};

const storedStatus = (status: SyncRunStatus): string => (status === 'waiting' ? 'running' : oneOf(syncRunStatuses, status));

/** Written out, so that the planner sees which partial index holds these runs. */
function wantedRun(status: SyncRunStatus | undefined, capability: SystemCapability | undefined): string {
  const conditions = ['true'];
  if (status === 'running' || status === 'waiting') {
    conditions.push(`(candidate.waiting_until is null) = ${status === 'running'}`);
  } else if (status === 'succeeded') conditions.push(`candidate.status = 'succeeded'`);
  if (status !== undefined && status !== 'succeeded') conditions.push(`candidate.status <> 'succeeded'`);
  if (capability !== undefined) conditions.push(`candidate.capability = '${oneOf(systemCapabilities, capability)}'`);
  return conditions.join(' and ');
}

/** Only known words become SQL. */
function oneOf<T extends string>(known: readonly T[], value: T): T {
  if (!known.includes(value)) throw new Error('Not a known value');
  return value;
}
