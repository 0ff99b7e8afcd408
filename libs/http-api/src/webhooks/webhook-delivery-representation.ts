import { deliveryStatuses, type CallerEventType, type DeliveryStatus, type WebhookDelivery } from '@sync/caller-webhooks';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Example } from '../api-description/example';
import type { Count, Instant, Uuid } from '../api-description/member-types';
import { PageInput } from '../paging/page-input';

@Example<WebhookDeliveryRepresentation>({
  id: '01981c2e-4a16-7d32-9e4f-7c8a1b2d3e4f',
  event_type: 'records.changed',
  status: 'pending',
  attempts: 2,
  last_response_status: 503,
  last_error: 'The endpoint responded with status 503.',
  next_attempt_at: '2026-01-06T06:05:12.000Z',
  delivered_at: null,
  created_at: '2026-01-06T06:00:09.000Z',
})
export class WebhookDeliveryRepresentation {
  /** The `webhook-id` of each attempt. */
  id: Uuid;

  event_type: CallerEventType;

  /** `failed`: all attempts failed, or the endpoint was paused or disabled before one succeeded. */
  status: DeliveryStatus;

  attempts: Count;

  /** Null: none arrived. */
  last_response_status: Count | null;

  /** Why the last attempt failed, in words for a person. */
  last_error: string | null;

  next_attempt_at: Instant | null;

  delivered_at: Instant | null;

  created_at: Instant;
}

@Example<RequestedDelivery>({ delivery_id: '01981c2e-4a16-7d32-9e4f-7c8a1b2d3e4f' })
export class RequestedDelivery {
  delivery_id: Uuid;
}

export class ListWebhookDeliveriesInput extends PageInput {
  @ApiPropertyOptional({ enum: deliveryStatuses })
  @IsOptional()
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus;
}

export function presentWebhookDelivery(delivery: WebhookDelivery): WebhookDeliveryRepresentation {
  return {
    id: delivery.id,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    last_response_status: delivery.lastResponseStatus,
    last_error: delivery.lastError,
    next_attempt_at: delivery.nextAttemptAt,
    delivered_at: delivery.deliveredAt,
    created_at: delivery.createdAt,
  };
}
