import { Injectable } from '@nestjs/common';
import { reachOfConnection, type Viewer } from '@sync/domain';
import { noSuchConnection } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';

/** How far users reach into connections. */
@Injectable()
export class ConnectionAccess {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws Problem: 404 for a connection that the viewer may not see at all, 403 for one of which it sees the status only. */
  async requireFull(viewer: Viewer, connectionId: string): Promise<void> {
    const reach = await reachOfConnection(this.dataSource, viewer, connectionId);
    if (reach === 'none') throw noSuchConnection();
    if (reach === 'status') throw new Problem('forbidden', 'You may see the status of this connection, and no more.');
  }
}
