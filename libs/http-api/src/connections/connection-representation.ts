import { ApiProperty } from '@nestjs/swagger';
import type { ConnectionConfiguration, SystemConnection, SystemConnectionStatus } from '@sync/domain';
import type { SystemCapability } from '@sync/records';
import { Example, type Wire } from '../api-description/example';
import type { Instant, Uuid } from '../api-description/member-types';
import { sharedExamples } from '../api-description/shared-examples';
import { presentSyncRun, SyncRunRepresentation } from '../syncs/sync-run-representation';
import type { ConnectionView } from './connection-views';

export class SystemRepresentation {
  slug: string;

  name: string;

  capabilities: SystemCapability[];
}

/** Why a connection does not work now, for people. */
export class StatusReasonRepresentation {
  /** Stable name for programs. */
  @ApiProperty({ example: 'shop_unreachable' })
  code: string;

  /** What failed, and what to do. */
  message: string;

  since: Instant;
}

/** What a connection's status and its whole representation have in common. */
export class ConnectionSummary {
  id: Uuid;

  /** Null until the plugin names it. */
  system: SystemRepresentation | null;

  name: string;

  status: SystemConnectionStatus;

  /**
   * Why it does not work now, in any status: `waiting_for_shop` while the shop fails the syncs of an active connection,
   * `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong,
   * `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in
   * error responds again, `webhook_endpoint_failing` and `webhook_endpoint_disabled` when the caller's own endpoint takes no events.
   */
  status_reason: StatusReasonRepresentation | null;

  /** When a sync of any capability last succeeded. */
  last_synced_at: Instant | null;

  /** The open sync run: one that runs or waits for the shop, else one that is queued. */
  sync: SyncRunRepresentation | null;
}

export function summarise({ connection, lastSyncedAt, openRun, impairment }: ConnectionView): ConnectionSummary {
  const { id, system, name, status, statusReason } = connection;
  return {
    id,
    system: system && { slug: system.slug, name: system.name, capabilities: system.capabilities },
    name,
    status,
    // What is stored with the connection says what to do, so it comes before what its work has found out.
    status_reason: statusReason ?? impairment,
    last_synced_at: lastSyncedAt,
    sync: openRun ? presentSyncRun(openRun) : null,
  };
}

const { ids, systems, configuration, untouched } = sharedExamples;

export const exampleShop: Wire<ConnectionRepresentation> = {
  ...untouched,
  id: ids.shop,
  system: systems.shop,
  name: `${systems.shop.name}, tea.example`,
  status: 'active',
  last_synced_at: '2026-01-05T12:04:11.000Z',
  tenant_id: ids.tenant,
  external_user_id: 'https://tea.example',
  base_url: 'https://tea.example',
  configuration,
  capabilities: ['customers', 'orders'],
  last_connected_at: '2026-01-05T12:01:30.000Z',
  created_at: '2026-01-05T12:00:00.000Z',
  updated_at: '2026-01-05T12:01:30.000Z',
};

export const exampleDisconnectedShop: Wire<ConnectionRepresentation> = {
  ...exampleShop,
  status: 'disconnected',
  status_reason: {
    code: 'disconnected',
    message: 'The shop was disconnected. It can be reconnected until its grace deadline.',
    since: '2026-02-10T08:30:00.000Z',
  },
  capabilities: [],
  disconnected_at: '2026-02-10T08:30:00.000Z',
  grace_deadline: '2026-03-12T08:30:00.000Z',
  updated_at: '2026-02-10T08:30:00.000Z',
};

/** A connection in responses. An allow-list: credentials and tokens are not members. */
@Example<ConnectionRepresentation>(exampleShop)
export class ConnectionRepresentation extends ConnectionSummary {
  tenant_id: Uuid | null;

  external_user_id: string | null;

  base_url: string | null;

  meta: Record<string, unknown>;

  configuration: ConnectionConfiguration | null;

  /** Record types that the connection may import now. Empty until its sync rules are derived, a few seconds after activation. */
  capabilities: SystemCapability[];

  last_connected_at: Instant | null;

  disconnected_at: Instant | null;

  /** A disconnected connection can be reconnected until then. */
  grace_deadline: Instant | null;

  created_at: Instant;

  updated_at: Instant;
}

/** What the widgets show of it, too. */
export function presentPlaceAndTimes(connection: SystemConnection, graceDays: number) {
  return {
    base_url: connection.baseUrl,
    last_connected_at: connection.lastConnectedAt,
    disconnected_at: connection.disconnectedAt,
    grace_deadline: connection.graceDeadline(graceDays),
    created_at: connection.createdAt,
  };
}
