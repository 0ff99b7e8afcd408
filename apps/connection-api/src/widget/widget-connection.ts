import { ApiProperty, ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { ConnectionRepresentation, pageInput } from '@sync/http-api';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ConnectionStatusResponse } from './read-connection-status';

/** Counting stops here, so that showing a connection costs the same for shops of any size. */
export const maxCounted = 10_000;

/** What a token may do with a connection: the routes of the same names. */
export const connectionActions = ['disconnect', 'reconnect', 'uninstall'] as const;
export type ConnectionAction = (typeof connectionActions)[number];

const stored = { type: 'integer', minimum: 0, maximum: maxCounted } as const;

export class StoredRecordsRepresentation {
  @ApiProperty(stored)
  customers: number;

  @ApiProperty(stored)
  orders: number;

  @ApiProperty(stored)
  products: number;
}

class PlaceAndTimes extends PickType(ConnectionRepresentation, [
  'base_url',
  'created_at',
  'last_connected_at',
  'disconnected_at',
  'grace_deadline',
]) {}

/** What the widgets show of a connection. An allow-list: configuration and meta are not members. */
export class WidgetConnection extends IntersectionType(ConnectionStatusResponse, PlaceAndTimes) {
  @ApiProperty({
    type: () => StoredRecordsRepresentation,
    description: `Records stored now, without deleted ones. ${maxCounted} stands for that many or more.`,
  })
  records: StoredRecordsRepresentation;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...connectionActions] },
    description: 'What the bearer may do with the connection in its present status.',
  })
  actions: ConnectionAction[];
}

/** Pages are small, because the records of each connection are counted. */
export class ListShopsInput extends pageInput(20, 20) {
  @ApiPropertyOptional({ description: 'Slug of a shop platform. Default: all.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  system?: string;
}
