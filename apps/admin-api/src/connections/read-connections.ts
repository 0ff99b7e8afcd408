import { Injectable } from '@nestjs/common';
import { findConnections, type FoundConnection } from '@sync/connections';
import { reachOfConnection, SystemConnection, syncObstacles, Tenant, type Viewer } from '@sync/domain';
import { noSuchConnection, pageOf, PresentConnections, readCursor, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { DataSource, In } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { presentStatusOnly, type FullConnection, type StatusOnlyConnection } from './connection-forms';
import type { ListConnectionsInput } from './connections-input';

const list = 'admin-connections';

/** Shows each connection in the form in which the viewer may see it. */
@Injectable()
export class ReadConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: PresentConnections,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Newest first. */
  async list(
    viewer: Viewer,
    { tenant_id: tenantId, system, status, impaired, search, limit, cursor }: ListConnectionsInput,
  ): Promise<Page<FullConnection | StatusOnlyConnection>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, uuidShape)[0] ?? null);
    const rows = await findConnections(
      this.dataSource,
      viewer,
      { tenantId, system, status, impaired, search },
      { after, limit: limit + 1 },
    );
    const page = pageOf(
      rows,
      limit,
      ({ id }) => writeCursor(list, id),
      (row) => row,
    );
    return { ...page, data: await this.present(page.data) };
  }

  /** Throws Problem, 404, for a connection that does not exist or that the viewer may not see. */
  async show(viewer: Viewer, id: string): Promise<FullConnection | StatusOnlyConnection> {
    const reach = await reachOfConnection(this.dataSource, viewer, id);
    const [shown] = reach === 'none' ? [] : await this.present([{ id, isFull: reach === 'full' }]);
    if (!shown) throw noSuchConnection();
    return shown;
  }

  /** For a viewer who sees all of it. Throws Problem, 404, if it was deleted meanwhile. */
  async showFull(id: string): Promise<FullConnection> {
    const [shown] = await this.present([{ id, isFull: true }]);
    if (!shown) throw noSuchConnection();
    return shown as FullConnection;
  }

  /** Keeps the order; leaves out what was deleted meanwhile. Needs the same few queries for any number of connections. */
  private async present(found: readonly FoundConnection[]): Promise<(FullConnection | StatusOnlyConnection)[]> {
    const { manager } = this.dataSource;
    const where = { id: In(found.map(({ id }) => id)) };
    const connections = await manager.find(SystemConnection, { where, relations: { system: true } });
    const tenantIds = connections.flatMap(({ tenantId }) => tenantId ?? []);
    const tenants = await manager.find(Tenant, { select: { id: true, name: true }, where: { id: In(tenantIds) } });
    const tenantOf = ({ tenantId }: SystemConnection) => {
      const tenant = tenants.find(({ id }) => id === tenantId);
      return tenant ? { id: tenant.id, name: tenant.name } : null;
    };
    const isFull = new Map(found.map((row) => [row.id, row.isFull]));
    const full = await this.presenter.present(connections.filter(({ id }) => isFull.get(id)));
    const obstacles = await syncObstacles(
      manager,
      full.filter(({ capabilities }) => capabilities.length === 0).map(({ id }) => id),
    );
    const forms = new Map(full.map((representation) => [representation.id, representation]));
    const byId = new Map(connections.map((connection) => [connection.id, connection]));
    return found.flatMap(({ id }) => {
      const connection = byId.get(id);
      const tenant = connection ? tenantOf(connection) : null;
      const form = forms.get(id);
      if (form) return { ...form, tenant, is_direct: connection?.system?.isDirect ?? false, sync_obstacle: obstacles.get(id) ?? null };
      return connection && tenant ? presentStatusOnly(connection, tenant, this.configuration.disconnectedGraceDays) : [];
    });
  }
}
