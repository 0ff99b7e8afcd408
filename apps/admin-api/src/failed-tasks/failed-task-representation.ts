import { IntersectionType, OmitType } from '@nestjs/swagger';
import { taskNames, taskQueueNames, type FailedPayload, type FailedTask, type TaskName, type TaskQueueName } from '@sync/durable-work';
import { Example, PageInput, type Count, type Instant, type Uuid } from '@sync/http-api';
import { IsIn, IsOptional } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { ReasonInput } from '../connections/connections-input';
import { IdFilter } from '../work/filters';
import { WorkPlace } from '../work/work-place-representation';

const { place } = exampleValues;
const filter = { queue: 'webhooks' as const, connection_id: place.connection.id };
export const exampleReason = 'The shop sent these before its plugin was repaired.';

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
@Example<FailedTasksFilterInput>(filter)
export class FailedTasksFilterInput extends OmitType(ListFailedTasksInput, ['limit']) {}

@Example<DiscardFailedTasksInput>({ ...filter, reason: exampleReason })
export class DiscardFailedTasksInput extends IntersectionType(FailedTasksFilterInput, ReasonInput) {}

@Example<FailedTaskRepresentation>({
  id: '01981c37-77a1-7b3e-8c2d-0f5e9a1b6d06',
  name: 'process-webhook',
  queue: 'webhooks',
  place,
  attempts: 1,
  reason: 'The webhook does not say what it is about: its topic header is missing.',
  created_at: '2026-01-05T12:20:00.000Z',
  failed_at: '2026-01-05T12:20:01.000Z',
})
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

@Example<FailedTaskPayload>({ payload: {}, webhook: { topic: null, delivery_id: '17', body: '{"id":515}' } })
export class FailedTaskPayload {
  /** Ids that the task works with. */
  payload: Readonly<Record<string, unknown>>;

  /** Null: the task processes no webhook. */
  webhook: WebhookPayloadRepresentation | null;
}

@Example<ResolvedTasks>({ count: 12, has_more: false, next_cursor: null })
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
  return { id, name, queue, place, attempts, reason, created_at: createdAt, failed_at: failedAt };
}

export function presentPayload({ payload, webhook }: FailedPayload): FailedTaskPayload {
  return { payload, webhook: webhook && { topic: webhook.topic, delivery_id: webhook.deliveryId, body: webhook.body } };
}
