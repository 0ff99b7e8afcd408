import { ApiProperty } from '@nestjs/swagger';
import { connectionStatuses, type ConnectionConfiguration, type SystemConnectionStatus } from '@sync/domain';
import { systemCapabilities, type SystemCapability } from '@sync/records';

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

/** A connection in responses. An allow-list: credentials and tokens are not members. */
export class ConnectionRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  tenant_id: string | null;

  @ApiProperty({ type: () => SystemRepresentation, nullable: true, description: 'Null until the plugin names it.' })
  system: SystemRepresentation | null;

  @ApiProperty()
  name: string;

  @ApiProperty(nullableText)
  external_user_id: string | null;

  @ApiProperty(nullableText)
  base_url: string | null;

  @ApiProperty({ enum: [...connectionStatuses] })
  status: SystemConnectionStatus;

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
