import { Injectable } from '@nestjs/common';
import { listSessions } from '@sync/administration';
import { pageOf, readCursor, uuidShape, writeCursor, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { presentSession, type SessionRepresentation } from './session-representation';

const list = 'sessions';

@Injectable()
export class ReadSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Those of the user that have not ended, newest first. `currentId`: the session of the request. */
  async read(userId: string, { limit, cursor }: PageInput, currentId: string): Promise<Page<SessionRepresentation>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const rows = await listSessions(this.dataSource.manager, { userId, after, limit: limit + 1 }, this.configuration.sessionLimits);
    return pageOf(
      rows,
      limit,
      ({ id }) => writeCursor(list, id),
      (session) => presentSession(session, currentId),
    );
  }
}
