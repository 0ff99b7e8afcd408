import { connectionNeeds, type ConnectionNeed } from '@sync/connections';
import type { SystemConnectionStatus } from '@sync/domain';
import type { TaskName, TaskQueueName } from '@sync/durable-work';
import { Example, type Count, type Instant, type Uuid } from '@sync/http-api';
import type { SystemCapability } from '@sync/records';
import type { EndedRuns } from '@sync/sync-runs';
import { exampleValues } from '../api-description/example-values';
import type { WorkPlace } from '../work/work-place-representation';

export type Need = ConnectionNeed | 'failed_work';
export const needs: readonly Need[] = [...connectionNeeds.slice(0, -1), 'failed_work', 'waiting'];

class ConnectionFigures {
  status: SystemConnectionStatus;

  count: Count;
}

class HoldingRun {
  id: Uuid;

  capability: SystemCapability;
}

class FailedKind {
  name: TaskName;

  queue: TaskQueueName;
}

export class InboxEntry {
  /** The code of a `status_reason`; of failed work `failed_work`. */
  reason: string;

  since: Instant;

  /** Records held back, failed tasks, or connections of a company without room; null: there is nothing to count. */
  count: Count | null;

  /** Null: work of no connection. */
  place: WorkPlace | null;

  /** Of `deletions`: the run that holds them back. */
  sync_run: HoldingRun | null;

  /** Of `endpoints`. */
  webhook_endpoint_id: Uuid | null;

  /** Of `failed_work`. */
  task: FailedKind | null;

  /** Of `quota`: bytes of records that the company stores. */
  stored_bytes: Count | null;
}

export class InboxPart {
  need: Need;

  /** Entries, or failed tasks. Stops at 1,000. */
  total: Count;

  /** The 20 oldest; the 20 largest of deletions and failed work. */
  entries: InboxEntry[];
}

class QueueFigures {
  queue: TaskQueueName;

  /** Tasks that no worker holds. Stops at 1,000. */
  waiting: Count;

  /** Tasks that a worker holds. */
  running: Count;
}

class OldestTask {
  queue: TaskQueueName;

  name: TaskName;

  due_since: Instant;
}

class FailedRuns {
  /** The code of a `status_reason`, or `other`: the run says it in words. */
  reason: NonNullable<EndedRuns['reason']>;

  count: Count;
}

/** What happened in an hour or day. */
export class TrendPoint {
  since: Instant;

  runs_succeeded: Count;

  runs_cancelled: Count;

  runs_failed: FailedRuns[];

  /** Records that the runs which ended then had added or changed. */
  records_written: Count;

  /** Webhooks received, counted every 15 seconds. */
  webhooks: Count;
}

export class Trends {
  /** 24, the oldest first. The last one is not over. */
  hours: TrendPoint[];

  /** 30, by UTC. The last one is not over. */
  days: TrendPoint[];
}

export class ServiceFigures {
  queues: QueueFigures[];

  /** The task that has been due for the longest time; null: none is due. */
  oldest_task: OldestTask | null;

  trends: Trends;
}

const noEntry = { count: null, sync_run: null, webhook_endpoint_id: null, task: null, stored_bytes: null };
const point = {
  since: '2026-01-05T12:00:00.000Z',
  runs_succeeded: 3581,
  runs_cancelled: 1,
  runs_failed: [{ reason: 'shop_unreachable' as const, count: 4 }],
  records_written: 90_210,
  webhooks: 412,
};

@Example<Dashboard>({
  inbox: [
    {
      need: 'broken',
      total: 1,
      entries: [{ ...noEntry, reason: 'shop_unreachable', since: '2026-01-05T09:12:00.000Z', place: exampleValues.place }],
    },
  ],
  connections: [
    { status: 'active', count: 1204 },
    { status: 'error', count: 3 },
  ],
  impaired: 12,
  waiting: 5,
  service: {
    queues: [{ queue: 'webhooks', waiting: 12, running: 2 }],
    oldest_task: { queue: 'webhooks', name: 'process-webhook', due_since: '2026-01-05T12:29:58.000Z' },
    trends: { hours: [point], days: [{ ...point, since: '2026-01-05T00:00:00.000Z' }] },
  },
})
export class Dashboard {
  /** What needs a person now, the most urgent first, among what the user sees in full. A need without entries is left out. */
  inbox: InboxPart[];

  /** Of the connections that the user sees. */
  connections: ConnectionFigures[];

  /** Active connections that have a `status_reason`, among those that the user sees in full. Stops at 1,000. */
  impaired: Count;

  /** How many of them wait for their shop. */
  waiting: Count;

  /** Of the whole service, which are not counted by company; null for a support user. */
  service: ServiceFigures | null;
}
