import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, type ConnectionConfiguration, type SystemConnection, type SystemConnectionStatus } from '@sync/domain';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { presentSyncRun, SyncRunRepresentation } from '../syncs/sync-run-representation';
import type { ConnectionView } from './connection-views';

const nullableText = { type: 'string', nullable: true } as const;
const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;
const capabilityList = { type: 'array' as const, items: { type: 'string', enum: [...systemCapabilities] } };

export class SystemRepresentation {
  @ApiProperty()
  slug: string;

  @ApiProperty()
  name: string;

  @ApiProperty(capabilityList)
  capabilities: SystemCapability[];
}

/** Why a connection does not work now, for people. */
export class StatusReasonRepresentation {
  @ApiProperty({ example: 'shop_unreachable', description: 'Stable name for programs.' })
  code: string;

  @ApiProperty({ description: 'What failed, and what to do.' })
  message: string;

  @ApiProperty({ format: 'date-time' })
  since: string;
}

/** What a connection's status and its whole representation have in common. */
export class ConnectionSummary {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: () => SystemRepresentation, nullable: true, description: 'Null until the plugin names it.' })
  system: SystemRepresentation | null;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: [...connectionStatuses] })
  status: SystemConnectionStatus;

  @ApiProperty({
    type: () => StatusReasonRepresentation,
    nullable: true,
    description:
      "Why it does not work now, whatever the status: `waiting_for_shop` while the shop fails the syncs of an active connection, `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong, `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in error responds again.",
  })
  status_reason: StatusReasonRepresentation | null;

  @ApiProperty({ ...nullableTime, description: 'When a sync of any capability last succeeded.' })
  last_synced_at: string | null;

  @ApiProperty({
    type: () => SyncRunRepresentation,
    nullable: true,
    description: 'The open sync run: one that runs or waits for the shop, else one that is queued.',
  })
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
    last_synced_at: lastSyncedAt?.toISOString() ?? null,
    sync: openRun ? presentSyncRun(openRun) : null,
  };
}

/** A connection in responses. An allow-list: credentials and tokens are not members. */
export class ConnectionRepresentation extends ConnectionSummary {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  tenant_id: string | null;

  @ApiProperty(nullableText)
  external_user_id: string | null;

  @ApiProperty(nullableText)
  base_url: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  meta: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  configuration: ConnectionConfiguration | null;

  @ApiProperty({
    ...capabilityList,
    description: 'Record types that the connection may import now. Empty until its sync rules are derived, a few seconds after activation.',
  })
  capabilities: SystemCapability[];

  @ApiProperty(nullableTime)
  last_connected_at: string | null;

  @ApiProperty(nullableTime)
  disconnected_at: string | null;

  @ApiProperty({ ...nullableTime, description: 'A disconnected connection can be reconnected until then.' })
  grace_deadline: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** What the widgets show of it, too. */
export function presentPlaceAndTimes(connection: SystemConnection, graceDays: number) {
  return {
    base_url: connection.baseUrl,
    last_connected_at: connection.lastConnectedAt?.toISOString() ?? null,
    disconnected_at: connection.disconnectedAt?.toISOString() ?? null,
    grace_deadline: connection.graceDeadline(graceDays)?.toISOString() ?? null,
    created_at: connection.createdAt.toISOString(),
  };
}
