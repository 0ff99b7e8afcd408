import { Injectable } from '@nestjs/common';
import { linkedStatuses, transitions, type SystemConnection } from '@sync/domain';
import {
  type ConnectionView,
  noSuchConnection,
  type Page,
  pageById,
  presentPlaceAndTimes,
  ConnectionViews,
  reachOf,
  summarise,
} from '@sync/http-api';
import { RecordStore, type RecordCounts } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { onlyListed } from '../access/check-reach';
import { ConnectionApiConfiguration } from '../configuration';
import { readLastAttempt } from './read-connection-status';
import {
  connectionActions,
  maxCounted,
  type ConnectionAction,
  type ListShopsInput,
  type WidgetConnection,
} from './widget-connection-representation';

const noRecords = Object.fromEntries(systemCapabilities.map((kind) => [kind, 0])) as RecordCounts;

const isListed = `
  connection.tenant_id = $1 and not system.is_direct and connection.status in ('${linkedStatuses.join("', '")}')
  and ($2::uuid is null or connection.id = $2) and ($3::text is null or system.slug = $3) and ($4::uuid is null or connection.id > $4)`;

const triggers = { disconnect: 'disconnection', reconnect: 'reconnection', uninstall: 'uninstallation' } as const;

@Injectable()
export class ReadWidgetConnections {
  constructor(
    private readonly views: ConnectionViews,
    private readonly dataSource: DataSource,
    private readonly records: RecordStore,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** Shops in the caller's reach that are connected, or can be again; oldest first. None for a connection that no tenant has claimed. */
  async list(caller: Caller, { system, ...page }: ListShopsInput): Promise<Page<WidgetConnection>> {
    if (caller.tenantId === null) return { data: [], next_cursor: null };
    return pageById(
      'shops',
      page,
      async ({ after, limit }) => {
        const parameters = [caller.tenantId, onlyListed(caller, 'widget list') ?? null, system ?? null, after, limit];
        const views = await this.views.read({ isWanted: isListed, parameters, order: 'order by connection.id limit $5' });
        return views.map((view) => ({ id: view.connection.id, view }));
      },
      (rows) =>
        this.present(
          caller,
          rows.map(({ view }) => view),
        ),
    );
  }

  /** Throws Problem if the connection does not exist (any more). */
  async show(caller: Caller, id: string): Promise<WidgetConnection> {
    const views = await this.views.read({ isWanted: 'connection.id = $1', parameters: [id] });
    const [shown] = await this.present(caller, views);
    if (!shown) throw noSuchConnection();
    return shown;
  }

  /** The same few queries for any number of connections; only a pending one, which no list holds, needs another. */
  private async present(caller: Caller, views: readonly ConnectionView[]): Promise<WidgetConnection[]> {
    const counts = await this.records.countRecords(
      views.map(({ connection }) => connection.id),
      maxCounted,
    );
    return Promise.all(
      views.map(async (view) => ({
        ...summarise(view),
        last_attempt: await readLastAttempt(this.dataSource, view.connection),
        ...presentPlaceAndTimes(view.connection, this.configuration.disconnectedGraceDays),
        records: counts.get(view.connection.id) ?? noRecords,
        actions: this.actionsOf(caller, view.connection),
      })),
    );
  }

  private actionsOf(caller: Caller, connection: SystemConnection): ConnectionAction[] {
    const group = connection.id === caller.connectionId ? 'life cycle' : 'widget shops';
    if (connection.system?.isDirect || reachOf(caller.tokenName, group) === null) return [];
    const { disconnectedGraceDays: days } = this.configuration;
    const isPastGrace = connection.status === 'disconnected' && !connection.withinGracePeriod(days, new Date());
    const mayReturn = connection.tenantId !== null && !isPastGrace;
    return connectionActions.filter((action) => {
      const { from }: { from: readonly string[] } = transitions[triggers[action]];
      return from.includes(connection.status) && (action !== 'reconnect' || mayReturn);
    });
  }
}
