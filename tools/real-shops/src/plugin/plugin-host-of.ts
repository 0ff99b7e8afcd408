import { PrestaShopPlugin } from '../prestashop/prestashop-plugin';
import { PrestaShopShop } from '../prestashop/prestashop-shop';
import type { Shop } from '../shop';
import { WooCommercePlugin } from '../woocommerce/woocommerce-plugin';
import { WooCommerceShop } from '../woocommerce/woocommerce-shop';
import type { PluginHost } from './plugin-host';

/** The shop and its owner, ready to install our plugin. */
export function pluginHostOf(shop: Shop): Promise<PluginHost> {
  if (shop instanceof WooCommerceShop) return WooCommercePlugin.of(shop);
  if (shop instanceof PrestaShopShop) return PrestaShopPlugin.of(shop);
  throw new Error(`${shop.name} has no plugin of ours.`);
}
