import { ApiProperty } from '@nestjs/swagger';
import type { StartedHandshake } from '@sync/connections';
import { IssuedConnectionToken, presentConnectionToken } from '@sync/http-api';

export class StartedTenantHandshake extends IssuedConnectionToken {
  @ApiProperty({ format: 'uuid', description: 'Poll the status of this connection until it is active.' })
  connection_id: string;
}

export function presentTenantHandshake(started: StartedHandshake): StartedTenantHandshake {
  return { ...presentConnectionToken(started), connection_id: started.connectionId };
}
