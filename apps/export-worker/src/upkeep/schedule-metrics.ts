import type { SqlRunner } from '@sync/postgres';
import { figure, gauge } from '@sync/telemetry';

const lastSuccess = gauge({
  name: 'sync_schedule_last_success_timestamp_seconds',
  help: 'When this worker last ran a schedule without an error, or found that another worker had. In seconds since 1970.',
  labels: ['schedule'],
});

const overdue = figure({
  name: 'sync_schedule_overdue_seconds',
  help: 'For how long a schedule that workers take in turns has been due.',
  labels: ['schedule'],
});

export function noteSuccess(schedule: string): void {
  lastSuccess.set({ schedule }, Date.now() / 1_000);
}

const selectOverdue = `
  select schedule, greatest(extract(epoch from now() - due_at), 0)::float8 as value from schedule_turns where schedule = any($1)`;

/** Measures the schedules of the whole service. */
export async function measureSchedules(sql: SqlRunner, names: readonly string[]): Promise<void> {
  overdue.measured(await sql.query(selectOverdue, [names]));
}
