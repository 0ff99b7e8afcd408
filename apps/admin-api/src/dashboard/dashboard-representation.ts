import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses } from '@sync/domain';
import { taskNames, taskQueueNames, type TaskQueueName } from '@sync/durable-work';

const count = { type: 'integer', minimum: 0 } as const;

class ConnectionFigures {
  @ApiProperty({ enum: [...connectionStatuses] })
  status: (typeof connectionStatuses)[number];

  @ApiProperty(count)
  count: number;
}

class TodayFigures {
  @ApiProperty({ ...count, description: 'Sync runs that succeeded.' })
  runs_succeeded: number;

  @ApiProperty({ ...count, description: 'Sync runs that failed.' })
  runs_failed: number;

  @ApiProperty({ ...count, description: 'Sync runs that were cancelled.' })
  runs_cancelled: number;

  @ApiProperty({ ...count, description: 'Records that these runs added or changed.' })
  records_written: number;
}

class QueueFigures {
  @ApiProperty({ enum: [...taskQueueNames] })
  queue: TaskQueueName;

  @ApiProperty({ ...count, description: 'Tasks that no worker holds. Stops at 1,000.' })
  waiting: number;

  @ApiProperty({ ...count, description: 'Tasks that a worker holds.' })
  running: number;
}

class OldestTask {
  @ApiProperty({ enum: [...taskQueueNames] })
  queue: string;

  @ApiProperty({ enum: [...taskNames] })
  name: string;

  @ApiProperty({ format: 'date-time' })
  due_since: string;
}

class WebhookMinute {
  @ApiProperty({ format: 'date-time' })
  minute: string;

  @ApiProperty(count)
  count: number;
}

export class ServiceFigures {
  @ApiProperty({ type: TodayFigures, description: 'Since midnight UTC, counted every 15 seconds.' })
  today: TodayFigures;

  @ApiProperty({ ...count, description: 'Stops at 1,000.' })
  failed_tasks: number;

  @ApiProperty({ type: [QueueFigures] })
  queues: QueueFigures[];

  @ApiProperty({ type: OldestTask, nullable: true, description: 'The task that has been due for the longest time; null: none is due.' })
  oldest_task: OldestTask | null;

  @ApiProperty({ type: [WebhookMinute], description: 'Webhooks received in each minute of the last hour, counted every 15 seconds.' })
  webhooks: WebhookMinute[];
}

export class Dashboard {
  @ApiProperty({ type: [ConnectionFigures], description: 'Of the connections that the user sees.' })
  connections: ConnectionFigures[];

  @ApiProperty({
    ...count,
    description: 'Active connections that have a `status_reason`, among those that the user sees in full. Stops at 1,000.',
  })
  impaired: number;

  @ApiProperty({ type: ServiceFigures, nullable: true, description: 'Of the whole service; null for a support user.' })
  service: ServiceFigures | null;
}
