import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { ConnectionRepresentation, ConnectionSummary, Example, type Instant, pageInput } from '@sync/http-api';
import type { VerificationFailure } from '@sync/integration-contract';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { connectionStatus, widgetConnection } from '../api-description/examples';

/** Counting stops here, so that showing a connection costs the same for shops of any size. */
export const maxCounted = 10_000;

/** What a token may do with a connection: the routes of the same names. */
export const connectionActions = ['disconnect', 'reconnect', 'uninstall'] as const;
export type ConnectionAction = (typeof connectionActions)[number];

export class FailedAttemptRepresentation {
  /** The shop refused the credentials; it did not respond, or only with errors; something other than the platform responded. */
  code: VerificationFailure;

  at: Instant;
}

@Example<ConnectionStatusResponse>(connectionStatus)
export class ConnectionStatusResponse extends ConnectionSummary {
  /** Why the latest attempt to use the connection token failed, while that token is valid. */
  last_attempt: FailedAttemptRepresentation | null;
}

/** What a plugin's token reads of another connection of its tenant. */
export class BareConnectionStatus extends PickType(ConnectionSummary, ['id', 'status']) {}

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
@Example<WidgetConnection>(widgetConnection)
export class WidgetConnection extends IntersectionType(ConnectionStatusResponse, PlaceAndTimes) {
  @ApiProperty({ description: `Records stored now, without deleted ones. ${maxCounted} stands for that many or more.` })
  records: StoredRecordsRepresentation;

  /** What the bearer may do with the connection in its present status. */
  actions: ConnectionAction[];
}

/** Pages are small, because the records of each connection are counted. */
export class ListShopsInput extends pageInput(20, 20) {
  /** Slug of a shop platform. Default: all. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  system?: string;
}
