import { shopConfiguration } from './configuration-offer';
import type { ShopPlatform } from './descriptor';

const capabilities = ['customers', 'orders', 'products'] as const;

export const commerceB = {
  driver: 'commerce_b',
  systemId: '01960000-0000-7000-8000-000000000002',
  name: 'Commerce B',
  isDirect: false,
  capabilities,
  configuration: shopConfiguration(capabilities),
  records: { times: 'with the offset of its time zone where that is known', productsHaveCurrency: true },
  webhooks: null,
  credentials: [{ name: 'api_key', label: 'Webservice key' }],
  plugin: { links: { default: null }, settingsPath: ['modules', 'pluginName', 'settings'] },
  settings: {},
} as const satisfies ShopPlatform;
