import { Injectable } from '@nestjs/common';
import { Example, ReadTimeline, TransitionRepresentation, type Page, type PageInput } from '@sync/http-api';
import type { Role } from '@sync/identity';
import { DataSource } from 'typeorm';
import { exampleUser } from '../users/user-representation';
import { idOfActor, readNames } from '../names/read-names';

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

/** A connection's timeline with the names of those who acted. */
@Injectable()
export class NamedTimeline {
  constructor(
    private readonly dataSource: DataSource,
    private readonly timelines: ReadTimeline,
  ) {}

  async read(connectionId: string, input: PageInput): Promise<Page<TimelineEntry>> {
    const { data, ...page } = await this.timelines.read(connectionId, input);
    const names = await readNames(
      this.dataSource,
      data.map(({ actor }) => idOfActor(actor)),
    );
    const actorOf = (actor: string) => {
      const named = names.get(idOfActor(actor));
      // The name of a connection shows its address, which the viewer may not see.
      return { actor_name: (named?.kind === 'connection' ? named.systemName : named?.name) ?? null, actor_role: named?.role ?? null };
    };
    return { data: data.map((entry) => ({ ...entry, ...actorOf(entry.actor) })), ...page };
  }
}
