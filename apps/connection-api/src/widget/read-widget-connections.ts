import { Injectable } from '@nestjs/common';
import { linkedStatuses, SystemConnection, transitions } from '@sync/domain';
import { noSuchConnection, type Page, presentPlaceAndTimes, readConnectionPage, readConnectionsNow, summarise } from '@sync/http-api';
import { RecordStore, type RecordCounts } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { DataSource, In } from 'typeorm';
import type { Caller } from '../access/caller';
import { onlyListed, reachOf } from '../access/check-scope';
import { ConnectionApiConfiguration } from '../configuration';
import { readLastAttempt } from './read-connection-status';
import { connectionActions, maxCounted, type ConnectionAction, type ListShopsInput, type WidgetConnection } from './widget-connection';

const noRecords = Object.fromEntries(systemCapabilities.map((kind) => [kind, 0])) as RecordCounts;

const triggers = { disconnect: 'disconnection', reconnect: 'reconnection', uninstall: 'uninstallation' } as const;

@Injectable()
export class ReadWidgetConnections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: RecordStore,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** Shops in the caller's reach that are connected, or can be again; oldest first. None for a connection that no tenant has claimed. */
  async list(caller: Caller, { system, limit, cursor }: ListShopsInput): Promise<Page<WidgetConnection>> {
    if (caller.tenantId === null) return { data: [], next_cursor: null };
    const query = this.dataSource.manager
      .createQueryBuilder(SystemConnection, 'connection')
      .innerJoinAndSelect('connection.system', 'system', 'not system.isDirect')
      .where({ tenantId: caller.tenantId, status: In(linkedStatuses) });
    const id = onlyListed(caller);
    if (id !== undefined) query.andWhere('connection.id = :id', { id });
    if (system !== undefined) query.andWhere('system.slug = :system', { system });
    const page = await readConnectionPage(query, 'shops', { limit, cursor });
    return { ...page, data: await this.present(caller, page.data) };
  }

  /** Throws Problem if the connection does not exist (any more). */
  async show(caller: Caller, id: string): Promise<WidgetConnection> {
    const connection = await this.dataSource.manager.findOne(SystemConnection, { where: { id }, relations: { system: true } });
    const [shown] = connection ? await this.present(caller, [connection]) : [];
    if (!shown) throw noSuchConnection();
    return shown;
  }

  /** The same few queries for any number of connections; only a pending one, which no list holds, needs another. */
  private async present(caller: Caller, connections: readonly SystemConnection[]): Promise<WidgetConnection[]> {
    const ids = connections.map(({ id }) => id);
    const now = await readConnectionsNow(this.dataSource, ids);
    const counts = await this.records.countRecords(ids, maxCounted);
    return Promise.all(
      connections.map(async (connection) => ({
        ...summarise(connection, now),
        last_attempt: await readLastAttempt(this.dataSource, connection),
        ...presentPlaceAndTimes(connection, this.configuration.disconnectedGraceDays),
        records: counts.get(connection.id) ?? noRecords,
        actions: this.actionsOf(caller, connection),
      })),
    );
  }

  private actionsOf(caller: Caller, connection: SystemConnection): ConnectionAction[] {
    const group = connection.id === caller.connectionId ? 'life cycle' : 'shops';
    if (connection.system?.isDirect || reachOf(caller, group) === 'none') return [];
    const { disconnectedGraceDays: days } = this.configuration;
    const isPastGrace = connection.status === 'disconnected' && !connection.withinGracePeriod(days, new Date());
    const mayReturn = connection.tenantId !== null && !isPastGrace;
    return connectionActions.filter((action) => {
      const { from }: { from: readonly string[] } = transitions[triggers[action]];
      return from.includes(connection.status) && (action !== 'reconnect' || mayReturn);
    });
  }
}
