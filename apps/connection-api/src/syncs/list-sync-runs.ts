import { Injectable } from '@nestjs/common';
import { SystemConnection } from '@sync/domain';
import {
  noSuchConnection,
  type Page,
  type PageInput,
  pageOf,
  readCursor,
  ReadSyncRuns,
  type SyncRunRepresentation,
  uuidShape,
  writeCursor,
} from '@sync/http-api';
import { DataSource } from 'typeorm';

const list = 'syncs';

@Injectable()
export class ListSyncRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly syncRuns: ReadSyncRuns,
  ) {}

  /** Newest first. Throws Problem if the connection does not exist or belongs to another tenant. */
  async list(tenantId: string, connectionId: string, { limit, cursor }: PageInput): Promise<Page<SyncRunRepresentation>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    if (!(await this.dataSource.manager.existsBy(SystemConnection, { id: connectionId, tenantId }))) throw noSuchConnection();
    const rows = await this.syncRuns.ofConnection(connectionId, after, limit + 1);
    return pageOf(
      rows,
      limit,
      ({ id }) => writeCursor(list, id),
      (run) => run,
    );
  }
}
