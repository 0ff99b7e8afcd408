import { ServicePlugin } from '../service-plugin';

/** What the service is given: the key of the shop's webservice. */
export interface ShopBCredentials {
  api_key: string;
}

/** The plugin of a shop of platform B. The platform sends nothing by itself, so that the plugin makes no webhooks. */
export class DemoPluginB extends ServicePlugin {
  constructor(shop: { url: string; credentials: ShopBCredentials }, serviceUrl: string) {
    super({ system_slug: 'commerce_b', base_url: shop.url, credentials: shop.credentials }, serviceUrl);
  }
}
