import type { SessionLimits } from '@sync/administration';
import { ConnectionServiceConfiguration } from '@sync/http-api';
import { IntegerVariable, Port } from '@sync/service-runtime';

export class AdminApiConfiguration extends ConnectionServiceConfiguration {
  @Port('ADMIN_API_PORT')
  port = 0;

  /** Per client address, whether they succeed or not. Failures have limits of their own. */
  @IntegerVariable('ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE', 'a number of requests', 1, 1_000_000)
  signInRateLimitPerMinute = 100;

  @IntegerVariable('ADMIN_SESSION_IDLE_MINUTES', 'a number of minutes', 1, 1_440)
  sessionIdleMinutes = 30;

  @IntegerVariable('ADMIN_SESSION_MAX_HOURS', 'a number of hours', 1, 720)
  sessionMaxHours = 12;

  /** 1: super administrators must set up a second factor before anything else works. */
  @IntegerVariable('ADMIN_REQUIRE_TOTP', '0 or 1', 0, 1)
  private readonly totpRequirement: number = 0;

  get requireTotp(): boolean {
    return this.totpRequirement === 1;
  }

  get sessionLimits(): SessionLimits {
    return { idleMinutes: this.sessionIdleMinutes, maxHours: this.sessionMaxHours };
  }
}
