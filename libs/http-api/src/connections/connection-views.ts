import { capabilitiesNow, impairmentNow, System, SystemConnection, type StatusReason } from '@sync/domain';
import { prepared } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import { lastSyncedAt, openRunId, readSyncRuns, type SyncRun } from '@sync/sync-runs';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** A connection with its system, as far as an API shows it, and what its work says of it now. */
export interface ConnectionView {
  connection: SystemConnection;
  lastSyncedAt: Date | null;
  /** A run that fetches now, else one that is queued. */
  openRun: SyncRun | null;
  /** Null unless the connection is active. */
  impairment: StatusReason | null;
  /** What it may pull in now; empty unless they were asked for. */
  capabilities: SystemCapability[];
}

type Shown =
  | 'id'
  | 'tenantId'
  | 'systemId'
  | 'name'
  | 'externalUserId'
  | 'baseUrl'
  | 'status'
  | 'statusReason'
  | 'meta'
  | 'configuration'
  | 'lastConnectedAt'
  | 'disconnectedAt'
  | 'createdAt'
  | 'updatedAt';

interface ViewRow extends Pick<SystemConnection, Shown> {
  slug: string | null;
  systemName: string;
  systemCapabilities: SystemCapability[];
  isDirect: boolean;
  lastSyncedAt: Date | null;
  openRunId: string | null;
  impairment: StatusReason | null;
  capabilities?: SystemCapability[];
}

const columns = `
  connection.id, connection.tenant_id as "tenantId", connection.system_id as "systemId", connection.name,
  connection.external_user_id as "externalUserId", connection.base_url as "baseUrl", connection.status,
  connection.status_reason as "statusReason", connection.meta, connection.configuration,
  connection.last_connected_at as "lastConnectedAt", connection.disconnected_at as "disconnectedAt",
  connection.created_at as "createdAt", connection.updated_at as "updatedAt",
  system.slug, system.name as "systemName", system.capabilities as "systemCapabilities", system.is_direct as "isDirect",
  ${lastSyncedAt('connection.id')} as "lastSyncedAt", ${openRunId('connection.id')} as "openRunId",
  case when connection.status = 'active' then ${impairmentNow('connection.id')} end as impairment`;

export interface ChosenConnections {
  /** SQL, true of the wanted rows of `connection` and its `system`. One of few texts: sessions keep their plans. */
  isWanted: string;
  parameters: unknown[];
  /** SQL behind the condition. */
  order?: string;
  withCapabilities?: boolean;
}

export class ConnectionViews {
  constructor(
    private readonly pool: Pool,
    private readonly dataSource: DataSource,
  ) {}

  /** One statement for any number of connections, and another when syncs are open. */
  async read({ isWanted, parameters, order = '', withCapabilities = false }: ChosenConnections): Promise<ConnectionView[]> {
    const capabilities = withCapabilities ? `, ${capabilitiesNow('connection.id')} as capabilities` : '';
    const from = 'from system_connections connection left join systems system on system.id = connection.system_id';
    const statement = `select ${columns}${capabilities} ${from} where connection.deleted_at is null and ${isWanted} ${order}`;
    const { rows } = await this.pool.query<ViewRow>(prepared(statement, parameters));
    const openIds = rows.flatMap(({ openRunId }) => openRunId ?? []);
    const runs = openIds.length > 0 ? await readSyncRuns(this.dataSource, openIds) : [];
    const byId = new Map(runs.map((run) => [run.id, run]));
    return rows.map((row) => viewOf(row, byId));
  }
}

function viewOf(row: ViewRow, runs: ReadonlyMap<string, SyncRun>): ConnectionView {
  const { slug, systemName, systemCapabilities, isDirect, lastSyncedAt, openRunId, impairment, capabilities = [], ...stored } = row;
  const system = slug === null ? null : Object.assign(new System(), { slug, name: systemName, capabilities: systemCapabilities, isDirect });
  const connection = Object.assign(new SystemConnection(), stored, { system });
  return { connection, lastSyncedAt, openRun: runs.get(openRunId ?? '') ?? null, impairment, capabilities };
}
