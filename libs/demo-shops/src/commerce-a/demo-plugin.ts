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

/** What the plugin needs of its shop. */
export interface PluginShop {
  url: string;
  credentials: ShopCredentials;
  /** Makes the shop's webhooks. Left out: the plugin makes none. */
  deliverWebhooksTo?: (deliveryUrl: string) => Promise<void>;
  /** Connection that the service named in its last successful connectivity check. */
  checkedConnectionId?: string | null;
}

/** The shop's side of both handshakes: what the plugin in the shop owner's administration does. */
export class DemoPlugin {
  constructor(
    private readonly shop: PluginShop,
    private readonly serviceUrl: string,
  ) {}

  /** Plugin-initiated: the answer's connection token is what the owner hands to the service's caller. */
  async register(): Promise<PluginRegistration> {
    const registration = (await this.post(this.identity())) as PluginRegistration;
    // The answer does not name the connection; the connectivity check that came before it did.
    if (this.shop.checkedConnectionId) await this.createWebhooks(this.shop.checkedConnectionId);
    return registration;
  }

  /** Tenant-initiated: finishes with the token that the owner pasted in. Answers the connection. */
  async finalise(connectionToken: string): Promise<Record<string, unknown>> {
    const connection = (await this.post({ connection_token: connectionToken, ...this.identity() })) as Record<string, unknown>;
    await this.createWebhooks(String(connection.id));
    return connection;
  }

  private identity() {
    return { system_slug: 'commerce_a', base_url: this.shop.url, credentials: this.shop.credentials };
  }

  /** Their secret is the webhook_secret that went along with the credentials. */
  private async createWebhooks(connectionId: string): Promise<void> {
    await this.shop.deliverWebhooksTo?.(`${this.serviceUrl}/api/webhooks/${connectionId}`);
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
