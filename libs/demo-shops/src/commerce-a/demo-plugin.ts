import { ServicePlugin, type PluginRegistration } from '../service-plugin';
import type { ShopCredentials } from './shop-credentials';

/** What the plugin needs of its shop. */
export interface PluginShop {
  url: string;
  credentials: ShopCredentials;
  /** Makes the shop's webhooks. Left out: the plugin makes none. */
  deliverWebhooksTo?: (deliveryUrl: string) => Promise<void>;
  /** Connection that the service named in its last successful connectivity check. */
  checkedConnectionId?: string | null;
}

/** The plugin of a shop of platform A: after either handshake it makes the shop's webhooks. */
export class DemoPlugin {
  private readonly service: ServicePlugin;

  constructor(
    private readonly shop: PluginShop,
    private readonly serviceUrl: string,
  ) {
    this.service = new ServicePlugin({ system_slug: 'commerce_a', base_url: shop.url, credentials: shop.credentials }, serviceUrl);
  }

  async register(): Promise<PluginRegistration> {
    const registration = await this.service.register();
    // The answer does not name the connection; the connectivity check that came before it did.
    if (this.shop.checkedConnectionId) await this.createWebhooks(this.shop.checkedConnectionId);
    return registration;
  }

  /** Answers the connection. */
  async finalise(connectionToken: string): Promise<Record<string, unknown>> {
    const connection = await this.service.finalise(connectionToken);
    await this.createWebhooks(String(connection.id));
    return connection;
  }

  /** Their secret is the webhook_secret that went along with the credentials. */
  private async createWebhooks(connectionId: string): Promise<void> {
    await this.shop.deliverWebhooksTo?.(`${this.serviceUrl}/api/webhooks/${connectionId}`);
  }
}
