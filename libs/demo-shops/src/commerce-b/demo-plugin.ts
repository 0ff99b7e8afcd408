import { ServicePlugin } from '../base/service-plugin';

/** The key of the shop's webservice. */
export interface ShopBCredentials {
  api_key: string;
}

/** The plugin of a commerce_b shop. The platform sends no webhooks, so the plugin creates none. */
export class DemoPluginB extends ServicePlugin {
  constructor(shop: { url: string; credentials: ShopBCredentials }, serviceUrl: string) {
    super({ system_slug: 'commerce_b', base_url: shop.url, credentials: shop.credentials }, serviceUrl);
  }
}
