import { KeyRing } from '@sync/domain';
import { HostAllowlist } from '@sync/integrations';
import { AsInteger, AsList, ParsedBy, Port, ShopServiceConfiguration, Variable } from '@sync/service-runtime';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

const origin = /^(https?:\/\/[^\s/]+|null)$/;

export class ConnectionApiConfiguration extends ShopServiceConfiguration {
  @Port('CONNECTION_API_PORT')
  port = 0;

  @Variable('ENCRYPTION_KEYS', 'keyid:base64(32 bytes)[,older…]')
  @ParsedBy((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @Variable('CONNECTION_TOKEN_TTL_SECONDS', 'a number of seconds, at least 1')
  @AsInteger()
  @IsInt()
  @Min(1)
  @Max(31_536_000)
  connectionTokenTtlSeconds = 3600;

  @Variable('REGISTER_RATE_LIMIT_PER_MINUTE', 'a number of requests, at least 1')
  @AsInteger()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  registerRateLimitPerMinute = 10;

  /** 0: not limited. */
  @Variable('DIRECT_INIT_RATE_LIMIT_PER_MINUTE', 'a number of requests, or 0 for no limit')
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  directInitRateLimitPerMinute = 0;

  /** Unset: any. */
  @Variable('DIRECT_INIT_ALLOWED_ORIGINS', 'a comma-separated list of origins such as https://app.example')
  @AsList()
  @IsOptional()
  @Matches(origin, { each: true })
  directInitAllowedOrigins?: string[];

  @Variable('DISCONNECTED_GRACE_DAYS', 'a number of days, at least 0')
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(36_500)
  disconnectedGraceDays = 30;

  @Variable('STORE_HOST_ALLOWLIST', 'a comma-separated list of CIDR ranges or host names')
  @ParsedBy((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];
}
