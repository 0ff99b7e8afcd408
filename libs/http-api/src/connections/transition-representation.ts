import { ApiProperty } from '@nestjs/swagger';
import type { SystemConnectionStatus, TimelineReason, Transition } from '@sync/domain';
import { Example } from '../api-description/example';
import type { Instant, Uuid } from '../api-description/member-types';
import { sharedExamples } from '../api-description/shared-examples';

@Example<TransitionRepresentation>({
  id: '01981c3a-05d1-7e44-9a63-2f8b7c1d0e06',
  from_status: 'active',
  to_status: 'disconnected',
  reason: 'disconnection',
  actor: `caller:${sharedExamples.ids.caller}`,
  at: '2026-02-10T08:30:00.000Z',
})
export class TransitionRepresentation {
  id: Uuid;

  /** Null: the connection was created. */
  from_status: SystemConnectionStatus | null;

  to_status: SystemConnectionStatus;

  /** What made the connection move, or what happened while it stayed. */
  reason: TimelineReason;

  /** Who did it: plugin, breaker, schedule; caller or widget and the id of the connection whose token was used. */
  @ApiProperty({ example: 'caller:01960000-0000-7000-8000-00000000000a' })
  actor: string;

  at: Instant;
}

export function presentTransition({ id, from, to, trigger, actor, at }: Transition): TransitionRepresentation {
  return { id, from_status: from, to_status: to, reason: trigger, actor, at: at };
}
