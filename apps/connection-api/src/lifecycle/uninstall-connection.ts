import { Injectable } from '@nestjs/common';
import { uninstallConnection } from '@sync/connections';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { ConnectionTurns } from '../access/connection-turns';
import { refuseIllegalMove } from './refuse-illegal-move';

@Injectable()
export class UninstallConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: ConnectionTurns,
  ) {}

  /** "Ended by removing the plugin. Everything, including the connection row, is deleted at once." Gone already is gone as well. Throws Problem. */
  async uninstall({ connectionId }: Caller): Promise<void> {
    await this.turns
      .take(connectionId, () => uninstallConnection(this.dataSource, connectionId, `widget:${connectionId}`))
      .catch((error: unknown) => refuseIllegalMove(error));
  }
}
