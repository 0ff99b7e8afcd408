import { Injectable } from '@nestjs/common';
import { readTransitions } from '@sync/domain';
import { DataSource } from 'typeorm';
import type { PageInput } from '../paging/page-input';
import { pageById, type Page } from '../paging/page';
import { presentTransition, type TransitionRepresentation } from './transition-representation';

@Injectable()
export class ReadTimeline {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async read(connectionId: string, input: PageInput): Promise<Page<TransitionRepresentation>> {
    return pageById(
      'timeline',
      input,
      ({ after, limit }) => readTransitions(this.dataSource, connectionId, after, limit),
      (transitions) => transitions.map(presentTransition),
    );
  }
}
