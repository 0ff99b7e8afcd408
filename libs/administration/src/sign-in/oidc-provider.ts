import type { Secret } from '@sync/records';
import * as openId from 'openid-client';
import { AdministrationRefused } from '../refusals';

export interface OidcSettings {
  /** Its `/.well-known/openid-configuration` says the rest. */
  issuer: string;
  clientId: string;
  clientSecret: Secret<string>;
  /** Where the provider sends the browser back to. */
  redirectUrl: string;
}

/** What the browser keeps from the beginning to the end of a sign-in. */
export interface OidcChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom the provider names. */
export interface OidcIdentity {
  /** Unique and stable, with the issuer. */
  subject: string;
  /** In lower case; null unless the provider has verified it. */
  email: string | null;
}

/** The provider does not respond, or not as its configuration says. */
export class OidcUnavailable extends Error {
  override readonly name = 'OidcUnavailable';
}

const timeoutSeconds = 10;

/** An OpenID provider: authorization code flow with PKCE, state and nonce. */
export class OidcProvider {
  private discovered: Promise<openId.Configuration> | null = null;

  constructor(private readonly settings: OidcSettings) {}

  /** Where to send the browser. Throws OidcUnavailable. */
  async begin(): Promise<{ address: URL; checks: OidcChecks }> {
    const configuration = await this.configuration();
    const checks = { state: openId.randomState(), nonce: openId.randomNonce(), verifier: openId.randomPKCECodeVerifier() };
    const address = openId.buildAuthorizationUrl(configuration, {
      redirect_uri: this.settings.redirectUrl,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { address, checks };
  }

  /**
   * `query`: what the provider sent the browser back with. Throws AdministrationRefused: `sign-in` when the provider refused, or the
   * response is not of this browser's sign-in; and OidcUnavailable.
   */
  async finish(query: string, { state, nonce, verifier }: OidcChecks): Promise<OidcIdentity> {
    const configuration = await this.configuration();
    const address = new URL(this.settings.redirectUrl);
    address.search = query;
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await openId.authorizationCodeGrant(configuration, address, checks);
      const subject = tokens.claims()?.sub ?? '';
      const { email, email_verified } = await openId.fetchUserInfo(configuration, tokens.access_token, subject);
      return {
        subject: `${this.settings.issuer}|${subject}`,
        email: email !== undefined && email_verified === true ? email.toLowerCase() : null,
      };
    } catch {
      throw new AdministrationRefused('sign-in', 'The identity provider did not confirm the sign-in.');
    }
  }

  /** Asked for once it is needed, and again after a failure: the service starts without the provider. */
  private configuration(): Promise<openId.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const execute = new URL(issuer).protocol === 'http:' ? [openId.allowInsecureRequests] : [];
    this.discovered ??= openId
      .discovery(new URL(issuer), clientId, clientSecret.reveal(), undefined, { execute, timeout: timeoutSeconds })
      .catch(() => {
        this.discovered = null;
        throw new OidcUnavailable('The identity provider does not respond');
      });
    return this.discovered;
  }
}
