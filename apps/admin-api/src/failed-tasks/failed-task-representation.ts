import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { taskNames, taskQueueNames, type FailedPayload, type FailedTask, type TaskName, type TaskQueueName } from '@sync/durable-work';
import { PageInput } from '@sync/http-api';
import { IsIn, IsOptional } from 'class-validator';
import { ReasonInput } from '../connections/connections-input';
import { IdFilter } from '../work/filters';
import { WorkPlace } from '../work/work-place';

export class ListFailedTasksInput extends PageInput {
  @IdFilter('Tasks of the connections of this tenant.')
  tenant_id?: string;

  @IdFilter('Tasks of this connection.')
  connection_id?: string;

  @ApiPropertyOptional({ enum: [...taskQueueNames] })
  @IsOptional()
  @IsIn(taskQueueNames)
  queue?: TaskQueueName;

  @ApiPropertyOptional({ enum: [...taskNames] })
  @IsOptional()
  @IsIn(taskNames)
  name?: TaskName;
}

/** The filters of the list, in a body. Without any, all failed tasks. `cursor`: of the batch before. */
export class FailedTasksFilterInput extends OmitType(ListFailedTasksInput, ['limit']) {}

export class DiscardFailedTasksInput extends IntersectionType(FailedTasksFilterInput, ReasonInput) {}

export class FailedTaskRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...taskNames] })
  name: string;

  @ApiProperty({ enum: [...taskQueueNames] })
  queue: TaskQueueName;

  @ApiProperty({ type: WorkPlace, nullable: true, description: 'The connection that the task works for; null: none.' })
  place: WorkPlace | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of all retries together.' })
  attempts: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed, in words for a person.' })
  reason: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  failed_at: string;
}

class WebhookPayloadRepresentation {
  @ApiProperty({ type: 'string', nullable: true })
  topic: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  delivery_id: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'JSON, as the shop sent it. Null once it was erased.' })
  body: string | null;
}

export class FailedTaskPayload {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Ids that the task works with.' })
  payload: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: WebhookPayloadRepresentation, nullable: true, description: 'Null: the task processes no webhook.' })
  webhook: WebhookPayloadRepresentation | null;
}

export class ResolvedTasks {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Tasks that this request changed.' })
  count: number;

  @ApiProperty({ description: 'More match: repeat the request with `next_cursor` as `cursor`.' })
  has_more: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of the next batch; null: this was the last. With it, no task is changed twice.',
  })
  next_cursor: string | null;
}

export function presentFailedTask(task: FailedTask, place: WorkPlace | null): FailedTaskRepresentation {
  const { id, name, queue, attempts, reason, createdAt, failedAt } = task;
  return { id, name, queue, place, attempts, reason, created_at: createdAt.toISOString(), failed_at: failedAt.toISOString() };
}

export function presentPayload({ payload, webhook }: FailedPayload): FailedTaskPayload {
  return { payload, webhook: webhook && { topic: webhook.topic, delivery_id: webhook.deliveryId, body: webhook.body } };
}
