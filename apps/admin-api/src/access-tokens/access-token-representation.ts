import type { Count, Instant, Uuid } from '@sync/http-api';

export class ReplacedAccessTokens {
  id: Uuid;

  /** Shown only once. sca_ and 43 characters. It never expires. */
  access_token: string;

  created_at: Instant;

  /** How many tokens of the connection were revoked. */
  revoked: Count;
}
