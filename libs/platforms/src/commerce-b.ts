import { shopConfiguration } from './configuration-offer';
import type { ShopPlatform } from './descriptor';
import { pluginArchive } from './plugin-archive';

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
  plugin: {
    name: 'serviceconnector',
    releases: [{ version: '0.1.0', can: ['recordsChanged', 'changesList'] }],
    links: { default: pluginArchive('commerce_b') },
    settingsPath: ['modules', 'pluginName', 'settings'],
  },
  settings: {},
} as const satisfies ShopPlatform;
