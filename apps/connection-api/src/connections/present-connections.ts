import { Injectable } from '@nestjs/common';
import { capabilitiesNow, SystemConnection } from '@sync/domain';
import type { SystemCapability } from '@sync/records';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';
import type { ConnectionRepresentation } from './connection-representation';
import { noSuchConnection } from './no-such-connection';

@Injectable()
export class PresentConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** Keeps the order. Needs one query for any number of connections; each must be loaded with its system. */
  async present(connections: readonly SystemConnection[]): Promise<ConnectionRepresentation[]> {
    const ids = connections.map(({ id }) => id);
    const capabilities = await capabilitiesNow(this.dataSource.manager, ids);
    return connections.map((connection) => this.represent(connection, capabilities.get(connection.id) ?? []));
  }

  /** The current state. Throws Problem if the connection was deleted meanwhile. */
  async presentStored(id: string): Promise<ConnectionRepresentation> {
    const connection = await this.dataSource.manager.findOne(SystemConnection, { where: { id }, relations: { system: true } });
    if (!connection) throw noSuchConnection();
    return this.represent(connection, (await capabilitiesNow(this.dataSource.manager, [id])).get(id) ?? []);
  }

  private represent(connection: SystemConnection, capabilities: SystemCapability[]): ConnectionRepresentation {
    const { system, configuration } = connection;
    return {
      id: connection.id,
      tenant_id: connection.tenantId,
      system: system && { slug: system.slug, name: system.name, capabilities: system.capabilities },
      name: connection.name,
      external_user_id: connection.externalUserId,
      base_url: connection.baseUrl,
      status: connection.status,
      meta: connection.meta,
      configuration,
      capabilities,
      last_connected_at: connection.lastConnectedAt?.toISOString() ?? null,
      disconnected_at: connection.disconnectedAt?.toISOString() ?? null,
      grace_deadline: connection.graceDeadline(this.configuration.disconnectedGraceDays)?.toISOString() ?? null,
      created_at: connection.createdAt.toISOString(),
      updated_at: connection.updatedAt.toISOString(),
    };
  }
}
