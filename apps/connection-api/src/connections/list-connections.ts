import { Injectable } from '@nestjs/common';
import { SystemConnection } from '@sync/domain';
import {
  type ConnectionRepresentation,
  type ConnectionsInput,
  noSuchConnection,
  type Page,
  PresentConnections,
  readConnectionPage,
} from '@sync/http-api';
import { DataSource } from 'typeorm';

@Injectable()
export class ListConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: PresentConnections,
  ) {}

  /** Oldest first. With an id: that one at most. */
  async list(
    { tenantId, id }: { tenantId: string; id?: string },
    { system, status, limit, cursor }: ConnectionsInput,
  ): Promise<Page<ConnectionRepresentation>> {
    const query = this.dataSource.manager
      .createQueryBuilder(SystemConnection, 'connection')
      .leftJoinAndSelect('connection.system', 'system')
      .where('connection.tenantId = :tenantId', { tenantId });
    if (id !== undefined) query.andWhere('connection.id = :id', { id });
    if (system !== undefined) query.andWhere('system.slug = :system', { system });
    if (status !== undefined) query.andWhere('connection.status = :status', { status });
    const page = await readConnectionPage(query, 'connections', { limit, cursor });
    return { ...page, data: await this.presenter.present(page.data) };
  }

  /** Throws Problem if it does not exist or belongs to another tenant. */
  async show(tenantId: string, id: string): Promise<ConnectionRepresentation> {
    const connection = await this.dataSource.manager.findOne(SystemConnection, { where: { id, tenantId }, relations: { system: true } });
    const [shown] = connection ? await this.presenter.present([connection]) : [];
    if (!shown) throw noSuchConnection();
    return shown;
  }
}
