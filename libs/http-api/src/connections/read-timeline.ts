import { Injectable } from '@nestjs/common';
import { readTransitions } from '@sync/domain';
import { DataSource } from 'typeorm';
import { readCursor, uuidShape, writeCursor } from '../paging/cursor';
import type { PageInput } from '../paging/page-input';
import { pageOf, type Page } from '../paging/page';
import { presentTransition, type TransitionRepresentation } from './transition-representation';

const list = 'timeline';

@Injectable()
export class ReadTimeline {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async read(connectionId: string, { limit, cursor }: PageInput): Promise<Page<TransitionRepresentation>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const rows = await readTransitions(this.dataSource, connectionId, after, limit + 1);
    return pageOf(rows, limit, ({ id }) => writeCursor(list, id), presentTransition);
  }
}
