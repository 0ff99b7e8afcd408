import { shopConfiguration } from '../../../../../libs/platforms/src/configuration-offer';
import type { ShopPlatform } from '../../../../../libs/platforms/src/descriptor';

const capabilities = ['customers', 'orders', 'products'] as const;

export const exampleShop = {
  driver: 'example_shop',
  systemId: '01960000-0000-7000-8000-000000000000',
  name: 'Example Shop',
  isDirect: false,
  capabilities,
  configuration: shopConfiguration(capabilities),
  records: { times: 'in UTC', productsHaveCurrency: true },
  webhooks: null,
  credentials: [{ name: 'api_key', label: 'API key' }],
  plugin: { name: 'example-connector', releases: [], links: { default: null }, settingsPath: ['pluginName', 'settings'] },
  settings: {},
} as const satisfies ShopPlatform;
