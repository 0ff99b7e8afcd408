import { Injectable } from '@nestjs/common';
import { stopConnection } from '@sync/connections';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionTurns } from '../access/connection-turns';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { PresentConnections } from '../connections/present-connections';
import { refuseIllegalMove } from './refuse-illegal-move';

@Injectable()
export class DisconnectConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: ConnectionTurns,
    private readonly presenter: PresentConnections,
  ) {}

  /** "Ended by the shop. Data and credentials are kept for the grace period but no longer served." Its syncs are cancelled with it. Throws Problem. */
  async disconnect({ connectionId }: Caller): Promise<ConnectionRepresentation> {
    const move = { trigger: 'disconnection', actor: `widget:${connectionId}` } as const;
    const stopped = await this.turns
      .take(connectionId, () => this.dataSource.transaction((manager) => stopConnection(manager, connectionId, move)))
      .catch((error: unknown) => refuseIllegalMove(error));
    if (!stopped) throw unknownToken();
    return this.presenter.presentStored(connectionId);
  }
}
