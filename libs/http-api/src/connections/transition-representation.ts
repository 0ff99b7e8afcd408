import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, timelineReasons, type SystemConnectionStatus, type Transition } from '@sync/domain';

export class TransitionRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', enum: [...connectionStatuses, null], nullable: true, description: 'Null: the connection was created.' })
  from_status: SystemConnectionStatus | null;

  @ApiProperty({ enum: [...connectionStatuses] })
  to_status: SystemConnectionStatus;

  @ApiProperty({ enum: [...timelineReasons], description: 'What made the connection move, or what happened while it stayed.' })
  reason: string;

  @ApiProperty({
    example: 'caller:01960000-0000-7000-8000-00000000000a',
    description: 'Who did it: plugin, breaker, schedule; caller or widget and the id of the connection whose token was used.',
  })
  actor: string;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

export function presentTransition({ id, from, to, trigger, actor, at }: Transition): TransitionRepresentation {
  return { id, from_status: from, to_status: to, reason: trigger, actor, at: at.toISOString() };
}
