import { Injectable } from '@nestjs/common';
import { uninstallConnection } from '@sync/connections';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { ConnectionMutex } from '../access/connection-mutex';
import { refuseIllegalMove } from './refuse-illegal-move';

@Injectable()
export class UninstallConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: ConnectionMutex,
  ) {}

  /** Deletes the connection and all its data at once. Idempotent. Throws Problem. */
  async uninstall({ connectionId }: Caller): Promise<void> {
    await this.mutex
      .runExclusive(connectionId, () => uninstallConnection(this.dataSource, connectionId, `widget:${connectionId}`))
      .catch((error: unknown) => refuseIllegalMove(error));
  }
}
