import type { ShopCredentials } from './shop-credentials';

export interface PluginRegistration {
  connection_token: string;
  expires_at: string;
  /** Access token of the plugin's embedded configuration widget. */
  widget_token: string;
}

/** The service refused; `problem` is its problem+json. */
export class PluginRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: unknown,
  ) {
    super(`The service answered the plugin with ${status}: ${JSON.stringify(problem)}`);
  }
}

/** The shop's side of both handshakes: what the plugin in the shop owner's administration does. */
export class DemoPlugin {
  constructor(
    private readonly shop: { url: string; credentials: ShopCredentials },
    private readonly serviceUrl: string,
  ) {}

  /** Plugin-initiated: the answer's connection token is what the owner hands to the service's caller. */
  register(): Promise<PluginRegistration> {
    return this.post(this.identity()) as Promise<PluginRegistration>;
  }

  /** Tenant-initiated: finishes with the token that the owner pasted in. Answers the connection. */
  finalise(connectionToken: string): Promise<Record<string, unknown>> {
    return this.post({ connection_token: connectionToken, ...this.identity() }) as Promise<Record<string, unknown>>;
  }

  private identity() {
    return { system_slug: 'commerce_a', base_url: this.shop.url, credentials: this.shop.credentials };
  }

  private async post(body: unknown): Promise<unknown> {
    const response = await fetch(`${this.serviceUrl}/api/system-connections/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new PluginRefusal(response.status, answer);
    return answer;
  }
}
