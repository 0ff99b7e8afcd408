import type { SyncObstacle, SystemConnection, SystemConnectionStatus } from '@sync/domain';
import { ConnectionRepresentation, Example, type Count, type Instant, type Uuid, type Wire, exampleShop } from '@sync/http-api';
import { exampleValues } from '../api-description/example-values';

export class TenantReference {
  id: Uuid;

  name: string;
}

export class SystemReference {
  slug: string;

  name: string;
}

export const exampleConnection: Wire<FullConnection> = {
  ...exampleShop,
  tenant: exampleValues.place.tenant,
  is_direct: false,
  sync_obstacle: null,
};

/** All of a connection. */
@Example<FullConnection>(exampleConnection)
export class FullConnection extends ConnectionRepresentation {
  /** Null until a company claims the connection. */
  tenant: TenantReference | null;

  /** Whether it is to a direct system, which receives records and has access tokens of its own. */
  is_direct: boolean;

  /** Why an active shop may import nothing now: `no_target` until a direct system of its company is connected. Null otherwise. */
  sync_obstacle: SyncObstacle | null;
}

export class CreatedConnection extends FullConnection {
  /**
   * For the shop's plugin. Shown only once. scc_ and 43 characters. Null for a direct system, and when address and credentials were
   * verified now.
   */
  connection_token: string | null;

  /** The end of the connection token. */
  expires_at: Instant | null;

  /** Of a direct system: its first access token. Shown only once. sca_ and 43 characters. Null for a shop. */
  access_token: string | null;
}

@Example<ConnectionCount>({ count: 214, has_more: false })
export class ConnectionCount {
  /** Stops at 1,000. */
  count: Count;

  has_more: boolean;
}

/** What a support user sees of a connection of an accessible tenant whose system it does not support. An allow-list. */
export class StatusOnlyConnection {
  id: Uuid;

  tenant: TenantReference;

  system: SystemReference;

  /** Of the system, because the name of the connection shows its address. */
  name: string;

  status: SystemConnectionStatus;

  disconnected_at: Instant | null;

  /** A disconnected connection can be reconnected until then. */
  grace_deadline: Instant | null;

  created_at: Instant;
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
    disconnected_at: disconnectedAt,
    grace_deadline: connection.graceDeadline(graceDays),
    created_at: createdAt,
  };
}
