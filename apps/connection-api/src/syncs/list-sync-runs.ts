import { Injectable } from '@nestjs/common';
import { SystemConnection } from '@sync/domain';
import { noSuchConnection, type Page, type PageInput, pageById, ReadSyncRuns, type SyncRunRepresentation } from '@sync/http-api';
import { DataSource } from 'typeorm';

@Injectable()
export class ListSyncRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly syncRuns: ReadSyncRuns,
  ) {}

  /** Newest first. Throws Problem if the connection does not exist or belongs to another tenant. */
  async list(tenantId: string, connectionId: string, input: PageInput): Promise<Page<SyncRunRepresentation>> {
    if (!(await this.dataSource.manager.existsBy(SystemConnection, { id: connectionId, tenantId }))) throw noSuchConnection();
    return pageById(
      'syncs',
      input,
      ({ after, limit }) => this.syncRuns.ofConnection(connectionId, after, limit),
      (runs) => runs,
    );
  }
}
