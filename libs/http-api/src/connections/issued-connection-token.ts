import { ApiProperty } from '@nestjs/swagger';
import type { StartedHandshake } from '@sync/connections';

export class IssuedConnectionToken {
  @ApiProperty({ description: 'Shown only once. scc_ and 43 characters.' })
  connection_token: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export function presentConnectionToken({ connectionToken, expiresAt }: StartedHandshake): IssuedConnectionToken {
  return { connection_token: connectionToken.reveal(), expires_at: expiresAt.toISOString() };
}
