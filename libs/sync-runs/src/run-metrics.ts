import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';
import { counter, figure } from '@sync/telemetry';
import { isOpen, syncModes } from './sync-run';

const outcomes = systemCapabilities.flatMap((capability) =>
  syncModes.flatMap((mode) => ['succeeded', 'failed', 'cancelled'].map((status) => ({ capability, mode, status }))),
);
const ended = counter(
  {
    name: 'sync_runs_ended_total',
    help: 'Sync runs that ended, by kind of record, mode and outcome.',
    labels: ['capability', 'mode', 'status'],
  },
  outcomes,
);

const open = figure({
  name: 'sync_open_runs',
  help: 'Sync runs that are queued, running, or running and waiting for their shop. At most 10,000 are counted.',
  labels: ['capability', 'mode', 'state'],
});

export interface EndedRun {
  capability: string;
  mode: string;
}

export function countEnded(runs: readonly EndedRun[], status: string): void {
  for (const { capability, mode } of runs) ended.inc({ capability, mode, status });
}

const countOpen = `
  select capability, mode, state, count(*)::int as value
  from (
    select capability, mode, case when waiting_reason is null then status else 'waiting' end as state
    from sync_runs where ${isOpen('status')} limit 10000
  ) counted
  group by capability, mode, state`;

/** Measures the open runs of the whole service, at a bounded cost. */
export async function measureOpenRuns(sql: SqlRunner): Promise<void> {
  open.measured(await sql.query(countOpen));
}
