import { PluginRefusal, type PluginRegistration } from '../commerce-a/demo-plugin';

/** What the service is given: the key of the shop's webservice. */
export interface ShopBCredentials {
  api_key: string;
}

/** The shop's side of both handshakes. The platform sends nothing by itself, so that the plugin makes no webhooks. */
export class DemoPluginB {
  constructor(
    private readonly shop: { url: string; credentials: ShopBCredentials },
    private readonly serviceUrl: string,
  ) {}

  /** Plugin-initiated: the answer's connection token is what the owner hands to the service's caller. */
  async register(): Promise<PluginRegistration> {
    return (await this.post(this.identity())) as PluginRegistration;
  }

  /** Tenant-initiated: finishes with the token that the owner pasted in. Answers the connection. */
  async finalise(connectionToken: string): Promise<Record<string, unknown>> {
    return (await this.post({ connection_token: connectionToken, ...this.identity() })) as Record<string, unknown>;
  }

  private identity() {
    return { system_slug: 'commerce_b', base_url: this.shop.url, credentials: this.shop.credentials };
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
