import type { StartedHandshake } from '@sync/connections';
import type { Instant } from '../api-description/member-types';

export class IssuedConnectionToken {
  /** Shown only once. scc_ and 43 characters. */
  connection_token: string;

  expires_at: Instant;
}

export function presentConnectionToken({ connectionToken, expiresAt }: StartedHandshake): IssuedConnectionToken {
  return { connection_token: connectionToken.reveal(), expires_at: expiresAt };
}
