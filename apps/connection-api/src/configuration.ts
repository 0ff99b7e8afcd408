import { ConnectionServiceConfiguration } from '@sync/http-api';
import { AsList, IntegerVariable, Port, Variable } from '@sync/service-runtime';
import { IsOptional, Matches } from 'class-validator';

const origin = /^(https?:\/\/[^\s/]+|null)$/;

export class ConnectionApiConfiguration extends ConnectionServiceConfiguration {
  @Port('CONNECTION_API_PORT')
  port = 0;

  @IntegerVariable('REGISTER_RATE_LIMIT_PER_MINUTE', 'a number of requests', 1, 1_000_000)
  registerRateLimitPerMinute = 10;

  /** 0: no limit. */
  @IntegerVariable('DIRECT_INIT_RATE_LIMIT_PER_MINUTE', 'a number of requests, 0 for no limit', 0, 1_000_000)
  directInitRateLimitPerMinute = 0;

  /** For all clients together; 0: no limit. */
  @IntegerVariable('DIRECT_INIT_MAX_PER_MINUTE', 'a number of requests, 0 for no limit', 0, 1_000_000)
  directInitMaxPerMinute = 0;

  /** Unset: any origin. */
  @Variable('DIRECT_INIT_ALLOWED_ORIGINS', 'a comma-separated list of origins such as https://app.example')
  @AsList()
  @IsOptional()
  @Matches(origin, { each: true })
  directInitAllowedOrigins?: string[];
}
