import { ConnectionServiceConfiguration } from '@sync/http-api';
import { IntegerVariable, Port } from '@sync/service-runtime';

export class AdminApiConfiguration extends ConnectionServiceConfiguration {
  @Port('ADMIN_API_PORT')
  port = 0;

  /** Per client address. */
  @IntegerVariable('ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE', 'a number of requests', 1, 1_000_000)
  signInRateLimitPerMinute = 20;
}
