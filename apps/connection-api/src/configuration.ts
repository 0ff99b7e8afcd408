import { KeyRing } from '@sync/domain';
import { HostAllowlist } from '@sync/integrations';
import {
  AsList,
  EncryptionKeys,
  IntegerVariable,
  Port,
  ShopServiceConfiguration,
  StoreHostAllowlist,
  Variable,
} from '@sync/service-runtime';
import { IsOptional, Matches } from 'class-validator';

const origin = /^(https?:\/\/[^\s/]+|null)$/;

export class ConnectionApiConfiguration extends ShopServiceConfiguration {
  @Port('CONNECTION_API_PORT')
  port = 0;

  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @IntegerVariable('CONNECTION_TOKEN_TTL_SECONDS', 'a number of seconds', 1, 31_536_000)
  connectionTokenTtlSeconds = 3600;

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

  @IntegerVariable('DISCONNECTED_GRACE_DAYS', 'a number of days', 0, 36_500)
  disconnectedGraceDays = 30;

  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];
}
