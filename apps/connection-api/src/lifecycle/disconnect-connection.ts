import { Injectable } from '@nestjs/common';
import { stopConnection } from '@sync/connections';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionMutex } from '../access/connection-mutex';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { PresentConnections } from '../connections/present-connections';
import { refuseIllegalMove } from './refuse-illegal-move';

@Injectable()
export class DisconnectConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: ConnectionMutex,
    private readonly presenter: PresentConnections,
  ) {}

  /** Keeps data and credentials for the grace period, but no longer serves them. Cancels open syncs. Throws Problem. */
  async disconnect({ connectionId }: Caller): Promise<ConnectionRepresentation> {
    const move = { trigger: 'disconnection', actor: `widget:${connectionId}` } as const;
    const stopped = await this.mutex
      .runExclusive(connectionId, () => this.dataSource.transaction((manager) => stopConnection(manager, connectionId, move)))
      .catch((error: unknown) => refuseIllegalMove(error));
    if (!stopped) throw unknownToken();
    return this.presenter.presentStored(connectionId);
  }
}
