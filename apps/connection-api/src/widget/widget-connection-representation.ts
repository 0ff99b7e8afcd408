import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import {
  ConnectionRepresentation,
  ConnectionSummary,
  Example,
  type Instant,
  pageInput,
  sharedExamples,
  type Wire,
  exampleShop,
  exampleDisconnectedShop,
} from '@sync/http-api';
import type { VerificationFailure } from '@sync/integration-contract';
import { IsOptional, IsString, MaxLength } from 'class-validator';

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

const { ids, systems } = sharedExamples;

export const exampleStatus: Wire<ConnectionStatusResponse> = {
  id: ids.shop,
  name: exampleShop.name,
  system: systems.shop,
  status: 'pending',
  status_reason: null,
  last_synced_at: null,
  sync: null,
  last_attempt: { code: 'credentials_refused', at: '2026-01-05T12:00:40.000Z' },
};

@Example<ConnectionStatusResponse>(exampleStatus)
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

const { base_url, created_at, last_connected_at } = exampleShop;
const exampleConnection: Wire<WidgetConnection> = {
  ...exampleStatus,
  status: 'active',
  last_attempt: null,
  last_synced_at: exampleShop.last_synced_at,
  base_url,
  created_at,
  last_connected_at,
  disconnected_at: null,
  grace_deadline: null,
  records: { customers: 412, orders: 1873, products: 96 },
  actions: ['disconnect', 'uninstall'],
};

export const exampleDisconnected: Wire<WidgetConnection> = {
  ...exampleConnection,
  status: 'disconnected',
  status_reason: exampleDisconnectedShop.status_reason,
  disconnected_at: exampleDisconnectedShop.disconnected_at,
  grace_deadline: exampleDisconnectedShop.grace_deadline,
  actions: ['reconnect', 'uninstall'],
};

/** What the widgets show of a connection. An allow-list: configuration and meta are not members. */
@Example<WidgetConnection>(exampleConnection)
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
