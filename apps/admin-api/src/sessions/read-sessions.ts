import { Injectable } from '@nestjs/common';
import { listSessions } from '@sync/administration';
import { pageById, type Page, type PageInput } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { presentSession, type SessionRepresentation } from './session-representation';

@Injectable()
export class ReadSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Those of the user that have not ended, newest first. `currentId`: the session of the request. */
  async read(userId: string, input: PageInput, currentId: string): Promise<Page<SessionRepresentation>> {
    return pageById(
      'sessions',
      input,
      (place) => listSessions(this.dataSource.manager, { userId, ...place }, this.configuration.sessionLimits),
      (sessions) => sessions.map((session) => presentSession(session, currentId)),
    );
  }
}
