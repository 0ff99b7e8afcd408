import { Injectable } from '@nestjs/common';
import {
  countFoundConnections,
  findConnections,
  findSortedConnections,
  maxSortedConnections,
  type ConnectionSort,
  type FoundConnection,
} from '@sync/connections';
import { reachOfConnection, syncObstacles, Tenant, type SystemConnection, type Viewer } from '@sync/domain';
import { noSuchConnection, pageById, pageOf, PresentConnections, readCursor, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { DataSource, In } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import {
  presentStatusOnly,
  type ConnectionCount,
  type FullConnection,
  type StatusOnlyConnection,
  type TenantReference,
} from './connection-representation';
import type { CountConnectionsInput, ListConnectionsInput } from './connections-input';

const filterOf = ({
  tenant_id: tenantId,
  system,
  status,
  impaired,
  waiting,
  status_reason: reason,
  kind,
  search,
}: CountConnectionsInput) => ({
  tenantId,
  system,
  status,
  impaired,
  waiting,
  reasons: reason?.split(','),
  kind,
  search,
});

/** Shows each connection in the form in which the viewer may see it. */
@Injectable()
export class ReadConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly presenter: PresentConnections,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Newest first, unless the input sorts them. */
  async list(viewer: Viewer, { sort, ...input }: ListConnectionsInput): Promise<Page<FullConnection | StatusOnlyConnection>> {
    if (sort) return this.listSorted(viewer, input, sort);
    return pageById(
      'admin-connections',
      input,
      (place) => findConnections(this.dataSource, viewer, filterOf(input), place),
      (found) => this.present(found),
    );
  }

  private async listSorted(viewer: Viewer, { limit, cursor, ...input }: ListConnectionsInput, sort: ConnectionSort) {
    const list = `admin-connections ${sort}`;
    const [key = '', id = ''] = cursor === undefined ? [] : readCursor(list, cursor, /^[\s\S]*$/, uuidShape);
    const place = { sort, after: cursor === undefined ? null : { key, id }, limit: limit + 1 };
    const rows = await findSortedConnections(this.dataSource, viewer, filterOf(input), place);
    const page = pageOf(
      rows,
      limit,
      (last) => writeCursor(list, last.key, last.id),
      (row) => row,
    );
    return { ...page, data: await this.present(page.data) };
  }

  async count(viewer: Viewer, input: CountConnectionsInput): Promise<ConnectionCount> {
    const found = await countFoundConnections(this.dataSource, viewer, filterOf(input));
    return { count: Math.min(found, maxSortedConnections), has_more: found > maxSortedConnections };
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
    const read = await this.presenter.read({ isWanted: 'connection.id = any($1)', parameters: [found.map(({ id }) => id)] });
    const byId = new Map(read.map((presented) => [presented.connection.id, presented]));
    const tenantOf = await this.tenantsOf(read.map(({ connection }) => connection));
    const idle = found.filter(({ id, isFull }) => isFull && byId.get(id)?.representation.capabilities.length === 0);
    const obstacles = await syncObstacles(
      this.dataSource,
      idle.map(({ id }) => id),
    );
    return found.flatMap(({ id, isFull }) => {
      const presented = byId.get(id);
      if (!presented) return [];
      const { connection, representation } = presented;
      const tenant = tenantOf(connection);
      if (!isFull) return tenant ? presentStatusOnly(connection, tenant, this.configuration.disconnectedGraceDays) : [];
      return { ...representation, tenant, is_direct: connection.system?.isDirect ?? false, sync_obstacle: obstacles.get(id) ?? null };
    });
  }

  private async tenantsOf(connections: readonly SystemConnection[]): Promise<(connection: SystemConnection) => TenantReference | null> {
    const ids = connections.flatMap(({ tenantId }) => tenantId ?? []);
    const tenants = await this.dataSource.manager.find(Tenant, { select: { id: true, name: true }, where: { id: In(ids) } });
    const byId = new Map(tenants.map(({ id, name }) => [id, { id, name }]));
    return ({ tenantId }) => byId.get(tenantId ?? '') ?? null;
  }
}
