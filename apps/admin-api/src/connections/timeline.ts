import { Injectable } from '@nestjs/common';
import { ReadTimeline, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { idOfActor, readNames } from '../names/read-names';
import type { TimelineEntry } from './timeline-representation';

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
