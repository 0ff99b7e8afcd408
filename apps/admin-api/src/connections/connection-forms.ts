import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, syncObstacleNames, type SyncObstacle, type SystemConnection, type SystemConnectionStatus } from '@sync/domain';
import { ConnectionRepresentation } from '@sync/http-api';

const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;

export class TenantReference {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;
}

export class SystemReference {
  @ApiProperty()
  slug: string;

  @ApiProperty()
  name: string;
}

/** All of a connection. */
export class FullConnection extends ConnectionRepresentation {
  @ApiProperty({ type: () => TenantReference, nullable: true, description: 'Null until a company claims the connection.' })
  tenant: TenantReference | null;

  @ApiProperty({ description: 'Whether it is to a direct system, which receives records and has access tokens of its own.' })
  is_direct: boolean;

  @ApiProperty({
    enum: [...syncObstacleNames],
    nullable: true,
    description:
      'Why an active shop may import nothing now: `no_target` until a direct system of its company is connected. Null otherwise.',
  })
  sync_obstacle: SyncObstacle | null;
}

export class CreatedConnection extends FullConnection {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      "For the shop's plugin. Shown only once. scc_ and 43 characters. Null for a direct system, and when address and credentials were verified now.",
  })
  connection_token: string | null;

  @ApiProperty({ ...nullableTime, description: 'The end of the connection token.' })
  expires_at: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of a direct system: its first access token. Shown only once. sca_ and 43 characters. Null for a shop.',
  })
  access_token: string | null;
}

/** What a support user sees of a connection of an accessible tenant whose system it does not support. An allow-list. */
export class StatusOnlyConnection {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: () => TenantReference })
  tenant: TenantReference;

  @ApiProperty({ type: () => SystemReference })
  system: SystemReference;

  @ApiProperty({ description: 'Of the system, because the name of the connection shows its address.' })
  name: string;

  @ApiProperty({ enum: [...connectionStatuses] })
  status: SystemConnectionStatus;

  @ApiProperty(nullableTime)
  disconnected_at: string | null;

  @ApiProperty({ ...nullableTime, description: 'A disconnected connection can be reconnected until then.' })
  grace_deadline: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** The connection must be loaded with its system. */
export function presentStatusOnly(connection: SystemConnection, tenant: TenantReference, graceDays: number): StatusOnlyConnection {
  const { id, system, status, disconnectedAt, createdAt } = connection;
  if (!system) throw new Error('A connection without a system has no status-only form');
  return {
    id,
    tenant,
    system: { slug: system.slug, name: system.name },
    name: system.name,
    status,
    disconnected_at: disconnectedAt?.toISOString() ?? null,
    grace_deadline: connection.graceDeadline(graceDays)?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
