import { Injectable } from '@nestjs/common';
import { reachOfConnection, type Viewer } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';

/** Sync runs and tasks are for users who see their connection in full. */
@Injectable()
export class WorkAccess {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * `connectionId`: null for work of no connection, which only super administrators see. Throws Problem: `absent` when the user does not
   * see the connection, so that nothing tells it from work that never was; 403 when it sees the status only.
   */
  async require(viewer: Viewer, connectionId: string | null, absent: Problem): Promise<void> {
    if (viewer.role === 'super_admin') return;
    const reach = connectionId === null ? 'none' : await reachOfConnection(this.dataSource, viewer, connectionId);
    if (reach === 'none') throw absent;
    if (reach === 'status') throw new Problem('forbidden', 'You may see the status of this connection, and no more.');
  }
}
