import { Injectable } from '@nestjs/common';
import { capabilitiesNow, SystemConnection } from '@sync/domain';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';
import type { ConnectionRepresentation } from './connection-representation';
import { PullableDomains } from './pullable-domains';

@Injectable()
export class PresentConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly domains: PullableDomains,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** Representations in the order of the connections, with one further query however many there are. Each connection comes with its system. */
  async present(connections: readonly SystemConnection[]): Promise<ConnectionRepresentation[]> {
    const domains = await this.domains.of(connections.map(({ id }) => id));
    return connections.map((connection) => this.represent(connection, domains.get(connection.id) ?? []));
  }

  /** As it is stored now. */
  async presentStored(id: string): Promise<ConnectionRepresentation> {
    const connection = await this.dataSource.manager.findOneOrFail(SystemConnection, { where: { id }, relations: { system: true } });
    const [domains] = (await this.domains.of([id])).values();
    return this.represent(connection, domains ?? []);
  }

  private represent(connection: SystemConnection, outgoingDomains: readonly string[]): ConnectionRepresentation {
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
      capabilities: capabilitiesNow(system, configuration, outgoingDomains),
      last_connected_at: connection.lastConnectedAt?.toISOString() ?? null,
      disconnected_at: connection.disconnectedAt?.toISOString() ?? null,
      grace_deadline: connection.graceDeadline(this.configuration.disconnectedGraceDays)?.toISOString() ?? null,
      created_at: connection.createdAt.toISOString(),
      updated_at: connection.updatedAt.toISOString(),
    };
  }
}
