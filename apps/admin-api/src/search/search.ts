import { Injectable } from '@nestjs/common';
import { findConnections } from '@sync/connections';
import { chosenTenantIds, findTenants, fullyVisibleConnections, type Viewer } from '@sync/domain';
import { ConnectionViews, summarise, uuidShape, type ConnectionSummary } from '@sync/http-api';
import { RecordStore } from '@sync/record-store';
import { DataSource } from 'typeorm';
import { readWorkPlaces, type WorkPlace } from '../work/work-place-representation';
import type { SearchHit, SearchKind, SearchResults } from './search-representation';

const shownHits = 5;
/** One more shows that there are more. */
const limit = shownHits + 1;
const place = { after: null, limit };

/** Before it is known where the hit belongs. */
interface Found {
  kind: SearchKind;
  id: string;
  name: string;
  connectionId: string | null;
}

/** A connection, work and a webhook endpoint by their id. Where a webhook endpoint leads is shown without the query, into which callers put tokens. */
const selectById = (isVisible: string) => `
  select found.* from (
    select 'connections' as kind, id, name, id as "connectionId" from system_connections where id = $1
    union all select 'sync_runs', id, capability, system_connection_id from sync_runs where id = $1
    union all select 'failed_tasks', id, name, system_connection_id from tasks where id = $1 and state = 'failed'
    union all select 'webhook_endpoints', id, split_part(url, '?', 1), system_connection_id from webhook_endpoints where id = $1
  ) found left join system_connections connection on connection.id = found."connectionId"
  where connection.deleted_at is null and ${isVisible}`;

/** `itself`: of a hit that is a connection. */
const hitOf = ({ id, name }: Pick<Found, 'id' | 'name'>, at?: WorkPlace, itself?: ConnectionSummary): SearchHit => ({
  id,
  name: itself?.name ?? name,
  connection: at?.connection ?? null,
  tenant: at?.tenant ?? null,
  status: itself?.status ?? null,
  status_reason: itself?.status_reason ?? null,
});

/** Finds what a text names, among what the viewer may see: the same rows that the lists and pages of the API show it. */
@Injectable()
export class Search {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: RecordStore,
    private readonly views: ConnectionViews,
  ) {}

  async find(viewer: Viewer, text: string): Promise<SearchResults> {
    // One after the other, so that a search takes one session of the pool.
    const found = [
      ...(await this.tenants(viewer, text)),
      ...(await this.connections(viewer, text)),
      ...(await this.recordsOf(viewer, text)),
      ...(uuidShape.test(text) ? await this.byId(viewer, text) : []),
    ];
    return this.present(found);
  }

  private async tenants(viewer: Viewer, text: string): Promise<Found[]> {
    const filter = uuidShape.test(text) ? { id: text } : { search: text };
    const tenants = await findTenants(this.dataSource, viewer, filter, place);
    return tenants.map(({ id, name }) => ({ kind: 'tenants', id, name, connectionId: null }));
  }

  private async connections(viewer: Viewer, text: string): Promise<Found[]> {
    const found = await findConnections(this.dataSource, viewer, { search: text, isFull: true }, place);
    return found.map(({ id }) => ({ kind: 'connections', id, name: '', connectionId: id }));
  }

  /** People copy an order's number with the mark before it. */
  private async recordsOf(viewer: Viewer, text: string): Promise<Found[]> {
    const isOfFew = chosenTenantIds(viewer) !== null;
    const found = await this.records.search(text.replace(/^#/, ''), { isVisible: fullyVisibleConnections(viewer), isOfFew, limit });
    return found.map(({ capability, sourceId, number, connectionId }) => ({ kind: capability, id: sourceId, name: number, connectionId }));
  }

  private byId(viewer: Viewer, id: string): Promise<Found[]> {
    const parameters: unknown[] = [id];
    const isVisible = fullyVisibleConnections(viewer)('connection', parameters);
    return this.dataSource.query<Found[]>(selectById(isVisible), parameters);
  }

  /** What was deleted meanwhile is left out. */
  private async present(found: readonly Found[]): Promise<SearchResults> {
    const places = await readWorkPlaces(
      this.dataSource,
      found.flatMap(({ connectionId }) => connectionId ?? []),
    );
    const summaries = await this.summariesOf(found.flatMap(({ kind, id }) => (kind === 'connections' ? [id] : [])));
    const groups = new Map<SearchKind, SearchHit[]>();
    for (const { kind, id, name, connectionId } of found) {
      const at = places.get(connectionId ?? '');
      if (connectionId !== null && !at) continue;
      const hit = hitOf({ id, name }, at, kind === 'connections' ? summaries.get(id) : undefined);
      groups.set(kind, [...(groups.get(kind) ?? []), hit]);
    }
    return { data: [...groups].map(([kind, hits]) => ({ kind, hits: hits.slice(0, shownHits), has_more: hits.length > shownHits })) };
  }

  /** By id. */
  private async summariesOf(ids: readonly string[]): Promise<Map<string, ConnectionSummary>> {
    if (ids.length === 0) return new Map();
    const views = await this.views.read({ isWanted: 'connection.id = any($1)', parameters: [ids] });
    return new Map(views.map((view) => [view.connection.id, summarise(view)]));
  }
}
