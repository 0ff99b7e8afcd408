import { Example, TransitionRepresentation } from '@sync/http-api';
import type { Role } from '@sync/identity';
import { exampleUser } from '../users/user-representation';

@Example<TimelineEntry>({
  id: '01981c3a-05d1-7e44-9a63-2f8b7c1d0e06',
  from_status: 'active',
  to_status: 'disconnected',
  reason: 'disconnection',
  actor: `administrator:${exampleUser.id}`,
  actor_name: exampleUser.name,
  actor_role: exampleUser.role,
  at: '2026-02-10T08:30:00.000Z',
})
export class TimelineEntry extends TransitionRepresentation {
  /** Of the user, while there is one; of a caller, the name of its system. */
  actor_name: string | null;

  /** Of the user. */
  actor_role: Role | null;
}
