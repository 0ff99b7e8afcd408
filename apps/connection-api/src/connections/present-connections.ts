import { Injectable } from '@nestjs/common';
import { capabilitiesNow, SystemConnection } from '@sync/domain';
import { readSyncStates } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';
import { summarise, type ConnectionRepresentation } from './connection-representation';
import { noSuchConnection } from './no-such-connection';

@Injectable()
export class PresentConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** Keeps the order. Needs the same few queries for any number of connections; each must be loaded with its system. */
  async present(connections: readonly SystemConnection[]): Promise<ConnectionRepresentation[]> {
    const ids = connections.map(({ id }) => id);
    const capabilities = await capabilitiesNow(this.dataSource.manager, ids);
    const syncs = await readSyncStates(this.dataSource.manager, ids);
    return connections.map((connection) => ({
      ...summarise(connection, syncs.get(connection.id)),
      ...this.details(connection),
      capabilities: capabilities.get(connection.id) ?? [],
    }));
  }

  /** The current state. Throws Problem if the connection was deleted meanwhile. */
  async presentStored(id: string): Promise<ConnectionRepresentation> {
    const connection = await this.dataSource.manager.findOne(SystemConnection, { where: { id }, relations: { system: true } });
    const [shown] = connection ? await this.present([connection]) : [];
    if (!shown) throw noSuchConnection();
    return shown;
  }

  private details(connection: SystemConnection) {
    return {
      tenant_id: connection.tenantId,
      external_user_id: connection.externalUserId,
      base_url: connection.baseUrl,
      meta: connection.meta,
      configuration: connection.configuration,
      last_connected_at: connection.lastConnectedAt?.toISOString() ?? null,
      disconnected_at: connection.disconnectedAt?.toISOString() ?? null,
      grace_deadline: connection.graceDeadline(this.configuration.disconnectedGraceDays)?.toISOString() ?? null,
      created_at: connection.createdAt.toISOString(),
      updated_at: connection.updatedAt.toISOString(),
    };
  }
}
