import { ConnectionServiceConfiguration } from '@sync/http-api';
import { HostAllowlist } from '@sync/integrations';
import { AsList, CallerHostAllowlist, IntegerVariable, Meaning, Port, Variable } from '@sync/service-runtime';
import { IsOptional, Matches } from 'class-validator';

const origin = /^(https?:\/\/[^\s/]+|null)$/;

export class ConnectionApiConfiguration extends ConnectionServiceConfiguration {
  @Port('CONNECTION_API_PORT')
  port = 0;

  @IntegerVariable('REGISTER_RATE_LIMIT_PER_MINUTE', 'a number of requests', 1, 1_000_000)
  @Meaning('Registrations by plugins per client address.')
  registerRateLimitPerMinute = 10;

  @IntegerVariable('DIRECT_INIT_RATE_LIMIT_PER_MINUTE', 'a number of requests, 0 for no limit', 0, 1_000_000)
  @Meaning('Initialisations of direct systems per client address.')
  directInitRateLimitPerMinute = 0;

  @IntegerVariable('DIRECT_INIT_MAX_PER_MINUTE', 'a number of requests, 0 for no limit', 0, 1_000_000)
  @Meaning('Initialisations of direct systems by all clients together.')
  directInitMaxPerMinute = 300;

  @Variable('DIRECT_INIT_ALLOWED_ORIGINS', 'a comma-separated list of origins such as https://app.example')
  @Meaning('Origins whose pages may initialise direct systems from a browser. Unset: any.')
  @AsList()
  @IsOptional()
  @Matches(origin, { each: true })
  directInitAllowedOrigins?: string[];

  @CallerHostAllowlist((text) => HostAllowlist.entriesOf(text))
  callerHostAllowlist: string[] = [];
}
