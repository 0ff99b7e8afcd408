import type { OidcSettings, SessionLimits } from '@sync/administration';
import { ConnectionServiceConfiguration } from '@sync/http-api';
import { Secret } from '@sync/records';
import { defaultTenantMaxBytes, IntegerVariable, Meaning, Port, TenantMaxBytes, Variable } from '@sync/service-runtime';
import { IsOptional, IsString, Matches, ValidateIf } from 'class-validator';

/** Plain http only on this machine. */
const secureAddress = /^(https:\/\/|http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])[:/])\S+$/;
const hasIssuer = ({ oidcIssuer }: { oidcIssuer?: string }) => oidcIssuer !== undefined;

export class AdminApiConfiguration extends ConnectionServiceConfiguration {
  @Port('ADMIN_API_PORT')
  port = 0;

  @TenantMaxBytes()
  tenantMaxBytes = defaultTenantMaxBytes;

  @IntegerVariable('ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE', 'a number of requests', 1, 1_000_000)
  @Meaning('Sign-ins per client address, whether they succeed or not. Failures have [limits of their own](commands.md#administrators).')
  signInRateLimitPerMinute = 100;

  @IntegerVariable('ADMIN_SESSION_IDLE_MINUTES', 'a number of minutes', 1, 1_440)
  @Meaning('A session ends after this time without a request.')
  sessionIdleMinutes = 30;

  @IntegerVariable('ADMIN_SESSION_MAX_HOURS', 'a number of hours', 1, 720)
  @Meaning('A session ends this long after the sign-in.')
  sessionMaxHours = 12;

  @IntegerVariable('ADMIN_REQUIRE_TOTP', '0 or 1', 0, 1)
  @Meaning('1, as in the chart and the Compose file: super administrators must set up a [second factor](commands.md#administrators).')
  private readonly totpRequirement: number = 0;

  @Variable('ADMIN_OIDC_ISSUER', 'the address of an OpenID provider, https://…')
  @Meaning('Lets administrators [sign in through the provider](commands.md#administrators), too; requires the next three.')
  @IsOptional()
  @Matches(secureAddress)
  oidcIssuer?: string;

  @Variable('ADMIN_OIDC_CLIENT_ID', 'the id of this service at ADMIN_OIDC_ISSUER')
  @Meaning('As the provider has issued it.')
  @ValidateIf(hasIssuer)
  @IsString()
  oidcClientId?: string;

  @Variable('ADMIN_OIDC_CLIENT_SECRET', 'the secret of this service at ADMIN_OIDC_ISSUER')
  @Meaning('As the provider has issued it.')
  @ValidateIf(hasIssuer)
  @IsString()
  oidcClientSecret?: string;

  @Variable('ADMIN_OIDC_REDIRECT_URL', 'the public address of /api/admin/oidc/callback, https://…')
  @Meaning('As the provider knows it.')
  @ValidateIf(hasIssuer)
  @Matches(secureAddress)
  oidcRedirectUrl?: string;

  /** Null: sign-in with passwords only. */
  get oidc(): OidcSettings | null {
    const { oidcIssuer: issuer, oidcClientId: clientId = '', oidcClientSecret = '', oidcRedirectUrl: redirectUrl = '' } = this;
    return issuer === undefined ? null : { issuer, clientId, clientSecret: new Secret(oidcClientSecret), redirectUrl };
  }

  get requireTotp(): boolean {
    return this.totpRequirement === 1;
  }

  get sessionLimits(): SessionLimits {
    return { idleMinutes: this.sessionIdleMinutes, maxHours: this.sessionMaxHours };
  }
}
