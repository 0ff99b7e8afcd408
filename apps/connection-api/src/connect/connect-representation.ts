import type { StartedHandshake } from '@sync/connections';
import { ConnectionRepresentation, IssuedConnectionToken, presentConnectionToken, type Uuid } from '@sync/http-api';

export class InitialisedDirectSystem {
  tenant_id: Uuid;

  /** Access token. It never expires and is shown only once. sca_ and 43 characters. */
  token: string;

  connection: ConnectionRepresentation;
}

export class StartedTenantHandshake extends IssuedConnectionToken {
  /** Poll the status of this connection until it is active. */
  connection_id: Uuid;
}

export function presentTenantHandshake(started: StartedHandshake): StartedTenantHandshake {
  return { ...presentConnectionToken(started), connection_id: started.connectionId };
}
