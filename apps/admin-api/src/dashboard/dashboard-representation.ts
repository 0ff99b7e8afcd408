import type { SystemConnectionStatus } from '@sync/domain';
import type { TaskName, TaskQueueName } from '@sync/durable-work';
import { Example, type Count, type Instant } from '@sync/http-api';

class ConnectionFigures {
  status: SystemConnectionStatus;

  count: Count;
}

class TodayFigures {
  /** Sync runs that succeeded. */
  runs_succeeded: Count;

  /** Sync runs that failed. */
  runs_failed: Count;

  /** Sync runs that were cancelled. */
  runs_cancelled: Count;

  /** Records that these runs added or changed. */
  records_written: Count;
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

class WebhookMinute {
  minute: Instant;

  count: Count;
}

export class ServiceFigures {
  /** Since midnight UTC, counted every 15 seconds. */
  today: TodayFigures;

  /** Stops at 1,000. */
  failed_tasks: Count;

  queues: QueueFigures[];

  /** The task that has been due for the longest time; null: none is due. */
  oldest_task: OldestTask | null;

  /** Webhooks received in each minute of the last hour, counted every 15 seconds. */
  webhooks: WebhookMinute[];
}

@Example<Dashboard>({
  connections: [
    { status: 'active', count: 1204 },
    { status: 'error', count: 3 },
  ],
  impaired: 12,
  waiting: 5,
  service: {
    today: { runs_succeeded: 3581, runs_failed: 4, runs_cancelled: 1, records_written: 90_210 },
    failed_tasks: 2,
    queues: [{ queue: 'webhooks', waiting: 12, running: 2 }],
    oldest_task: { queue: 'webhooks', name: 'process-webhook', due_since: '2026-01-05T12:29:58.000Z' },
    webhooks: [{ minute: '2026-01-05T12:29:00.000Z', count: 412 }],
  },
})
export class Dashboard {
  /** Of the connections that the user sees. */
  connections: ConnectionFigures[];

  /** Active connections that have a `status_reason`, among those that the user sees in full. Stops at 1,000. */
  impaired: Count;

  /** How many of them wait for their shop. */
  waiting: Count;

  /** Of the whole service; null for a support user. */
  service: ServiceFigures | null;
}
