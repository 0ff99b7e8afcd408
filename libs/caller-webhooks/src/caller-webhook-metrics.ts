import type { SqlRunner } from '@sync/postgres';
import { counter, figure, histogram } from '@sync/telemetry';

const attempts = counter(
  { name: 'sync_caller_webhook_attempts_total', help: 'Attempts to deliver an event to a caller.', labels: ['outcome'] },
  [{ outcome: 'delivered' }, { outcome: 'failed' }],
);

const delay = histogram(
  {
    name: 'sync_caller_webhook_delay_seconds',
    help: 'From an event to its delivery to a caller, where the first attempt succeeded.',
  },
  [0.05, 0.1, 0.25, 0.5, 1, 5, 30],
);

const endpoints = figure({
  name: 'sync_caller_webhook_endpoints',
  help: 'Endpoints of callers: enabled and working, failing (enabled, its last attempt failed), paused or disabled.',
  labels: ['state'],
});

export function countAttempt(isDelivered: boolean): void {
  attempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' });
}

export function observeDelivery(occurredAt: Date): void {
  delay.observe(Math.max(0, (Date.now() - occurredAt.getTime()) / 1000));
}

/** One row per endpoint, of which there are few: 20 per connection at most. */
const countEndpoints = `
  select case when status = 'enabled' and failing_since is not null then 'failing' else status end as state, count(*)::int as value
  from webhook_endpoints group by 1`;

export async function measureCallerWebhooks(sql: SqlRunner): Promise<void> {
  const counted = await sql.query<{ state: string; value: number }[]>(countEndpoints);
  const states = ['enabled', 'failing', 'paused', 'disabled'];
  endpoints.measured(states.map((state) => ({ state, value: counted.find((row) => row.state === state)?.value ?? 0 })));
}
