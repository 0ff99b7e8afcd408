import { Injectable } from '@nestjs/common';
import { reachOfConnection, type ConnectionReach, type Viewer } from '@sync/domain';
import { noSuchConnection } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';

/** How far users reach into connections, and into the work for them. */
@Injectable()
export class ConnectionAccess {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws Problem: 404 for a connection that the viewer may not see at all, 403 for one of which it sees the status only. */
  async requireFull(viewer: Viewer, connectionId: string): Promise<void> {
    refuseLess(await reachOfConnection(this.dataSource, viewer, connectionId), noSuchConnection());
  }

  /**
   * For a sync run or task of the connection; null: of none, which only super administrators see. Throws Problem: `absent` where the
   * viewer does not see the connection: hidden and missing work look the same; 403 for status only.
   */
  async requireFullForWork(viewer: Viewer, connectionId: string | null, absent: Problem): Promise<void> {
    if (viewer.role === 'super_admin') return;
    refuseLess(connectionId === null ? 'none' : await reachOfConnection(this.dataSource, viewer, connectionId), absent);
  }
}

function refuseLess(reach: ConnectionReach, absent: Problem): void {
  if (reach === 'none') throw absent;
  if (reach === 'status') throw new Problem('forbidden', 'You may see the status of this connection, and no more.');
}
