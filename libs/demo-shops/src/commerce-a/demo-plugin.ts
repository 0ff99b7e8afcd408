import type { PluginInfo } from '@sync/platforms';
import { ServicePlugin, type PluginRegistration } from '../base/service-plugin';
import type { ShopCredentials } from './access';

export interface PluginShop {
  url: string;
  credentials: ShopCredentials;
  described?: PluginInfo | null;
  /** Creates the shop's webhooks. Without it the plugin creates none. */
  deliverWebhooksTo?: (deliveryUrl: string) => Promise<void>;
  /** Connection that the service named in its last successful connectivity check. */
  checkedConnectionId?: string | null;
}

/** The plugin of a commerce_a shop: creates the shop's webhooks after either handshake. */
export class DemoPlugin extends ServicePlugin {
  constructor(
    private readonly shop: PluginShop,
    serviceUrl: string,
  ) {
    super(
      { system_slug: 'commerce_a', base_url: shop.url, credentials: shop.credentials, plugin: shop.described ?? undefined },
      serviceUrl,
    );
  }

  override async register(): Promise<PluginRegistration> {
    const registration = await super.register();
    // The response does not name the connection; the connectivity check before it did.
    if (this.shop.checkedConnectionId) await this.createWebhooks(this.shop.checkedConnectionId);
    return registration;
  }

  override async finalise(connectionToken: string): Promise<Record<string, unknown>> {
    const connection = await super.finalise(connectionToken);
    await this.createWebhooks(String(connection.id));
    return connection;
  }

  /** Signed with the webhook_secret of the credentials. */
  private async createWebhooks(connectionId: string): Promise<void> {
    await this.shop.deliverWebhooksTo?.(`${this.serviceUrl}/api/webhooks/${connectionId}`);
  }
}
