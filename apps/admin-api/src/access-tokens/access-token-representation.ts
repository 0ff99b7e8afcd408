import { Example, type Count, type Instant, type Uuid } from '@sync/http-api';
import { exampleValues } from '../api-description/example-values';

const { id, plaintext, created_at } = exampleValues.accessToken;

@Example<ReplacedAccessTokens>({ id, access_token: plaintext, created_at, revoked: 2 })
export class ReplacedAccessTokens {
  id: Uuid;

  /** Shown only once. sca_ and 43 characters. It never expires. */
  access_token: string;

  created_at: Instant;

  /** How many tokens of the connection were revoked. */
  revoked: Count;
}
