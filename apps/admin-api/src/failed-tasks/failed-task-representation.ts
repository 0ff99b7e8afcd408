import { IntersectionType, OmitType } from '@nestjs/swagger';
import { taskNames, taskQueueNames, type FailedPayload, type FailedTask, type TaskName, type TaskQueueName } from '@sync/durable-work';
import { PageInput, type Count, type Instant, type Uuid } from '@sync/http-api';
import { IsIn, IsOptional } from 'class-validator';
import { ReasonInput } from '../connections/connections-input';
import { IdFilter } from '../work/filters';
import { WorkPlace } from '../work/work-place-representation';

export class ListFailedTasksInput extends PageInput {
  /** Tasks of the connections of this tenant. */
  @IdFilter()
  tenant_id?: Uuid;

  /** Tasks of this connection. */
  @IdFilter()
  connection_id?: Uuid;

  @IsOptional()
  @IsIn(taskQueueNames)
  queue?: TaskQueueName;

  @IsOptional()
  @IsIn(taskNames)
  name?: TaskName;
}

/** The filters of the list, in a body. Without any, all failed tasks. `cursor`: of the batch before. */
export class FailedTasksFilterInput extends OmitType(ListFailedTasksInput, ['limit']) {}

export class DiscardFailedTasksInput extends IntersectionType(FailedTasksFilterInput, ReasonInput) {}

export class FailedTaskRepresentation {
  id: Uuid;

  name: TaskName;

  queue: TaskQueueName;

  /** The connection that the task works for; null: none. */
  place: WorkPlace | null;

  /** Of all retries together. */
  attempts: Count;

  /** Why it failed, in words for a person. */
  reason: string | null;

  created_at: Instant;

  failed_at: Instant;
}

class WebhookPayloadRepresentation {
  topic: string | null;

  delivery_id: string | null;

  /** JSON, as the shop sent it. Null once it was erased. */
  body: string | null;
}

export class FailedTaskPayload {
  /** Ids that the task works with. */
  payload: Readonly<Record<string, unknown>>;

  /** Null: the task processes no webhook. */
  webhook: WebhookPayloadRepresentation | null;
}

export class ResolvedTasks {
  /** Tasks that this request changed. */
  count: Count;

  /** More match: repeat the request with `next_cursor` as `cursor`. */
  has_more: boolean;

  /** Of the next batch; null: this was the last. With it, no task is changed twice. */
  next_cursor: string | null;
}

export function presentFailedTask(task: FailedTask, place: WorkPlace | null): FailedTaskRepresentation {
  const { id, name, queue, attempts, reason, createdAt, failedAt } = task;
  return { id, name, queue, place, attempts, reason, created_at: createdAt.toISOString(), failed_at: failedAt.toISOString() };
}

export function presentPayload({ payload, webhook }: FailedPayload): FailedTaskPayload {
  return { payload, webhook: webhook && { topic: webhook.topic, delivery_id: webhook.deliveryId, body: webhook.body } };
}
