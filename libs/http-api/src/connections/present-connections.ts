import { capabilitiesNow, SystemConnection } from '@sync/domain';
import type { DataSource } from 'typeorm';
import { presentPlaceAndTimes, readConnectionsNow, summarise, type ConnectionRepresentation } from './connection-representation';
import { noSuchConnection } from './no-such-connection';

export class PresentConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly graceDays: number,
  ) {}

  /** Keeps the order. Needs the same few queries for any number of connections; each must be loaded with its system. */
  async present(connections: readonly SystemConnection[]): Promise<ConnectionRepresentation[]> {
    const ids = connections.map(({ id }) => id);
    const capabilities = await capabilitiesNow(this.dataSource.manager, ids);
    const now = await readConnectionsNow(this.dataSource, ids);
    return connections.map((connection) => ({
      ...summarise(connection, now),
      ...presentPlaceAndTimes(connection, this.graceDays),
      tenant_id: connection.tenantId,
      external_user_id: connection.externalUserId,
      meta: connection.meta,
      configuration: connection.configuration,
      updated_at: connection.updatedAt.toISOString(),
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
}
