import { shopConfiguration } from './configuration-offer';
import type { ShopPlatform } from './descriptor';
import { pluginArchive } from './plugin-archive';

const capabilities = ['customers', 'orders', 'products'] as const;

export const commerceA = {
  driver: 'commerce_a',
  systemId: '01960000-0000-7000-8000-000000000001',
  name: 'Commerce A',
  isDirect: false,
  capabilities,
  configuration: shopConfiguration(capabilities),
  records: { times: 'its local time without offset', productsHaveCurrency: false },
  webhooks: {
    topicHeaders: ['X-Store-Webhook-Topic', 'X-WC-Webhook-Topic'],
    deliveryIdHeaders: ['X-Store-Webhook-Delivery-Id', 'X-WC-Webhook-Delivery-ID'],
    sourceHeaders: ['X-WC-Webhook-Source'],
    topics: ['customer', 'order', 'product'].flatMap((resource) =>
      ['created', 'updated', 'restored', 'deleted'].map((event) => `${resource}.${event}`),
    ),
    pingField: 'webhook_id',
  },
  credentials: [
    { name: 'consumer_key', label: 'Consumer key' },
    { name: 'consumer_secret', label: 'Consumer secret' },
    { name: 'connection_token', label: 'Connection token of the plugin' },
    { name: 'webhook_secret', label: 'Webhook secret of the plugin' },
  ],
  plugin: {
    name: 'service-connector',
    releases: [{ version: '0.1.0', can: ['recordsChanged', 'changesList'] }],
    links: { default: pluginArchive('commerce_a') },
    settingsPath: ['plugins', 'pluginName', 'settings'],
  },
  settings: {
    restPath: {
      kind: 'path',
      variable: 'COMMERCE_A_REST_PATH',
      default: 'wp-json/wc/v3',
      meaning: 'Where the REST interface of a shop is, below its address.',
    },
    pluginRestPath: {
      kind: 'path',
      variable: 'COMMERCE_A_PLUGIN_REST_PATH',
      default: 'wp-json/service-connector/v1',
      meaning: 'Where the plugin listens, below the address of a shop.',
    },
    totalPagesHeaders: {
      kind: 'header names',
      variable: 'COMMERCE_A_TOTAL_PAGES_HEADER',
      default: ['X-Store-TotalPages', 'X-WP-TotalPages'],
      meaning: 'Response headers that may carry the number of pages. The first one present counts.',
    },
    signatureHeaders: {
      kind: 'header names',
      variable: 'COMMERCE_A_SIGNATURE_HEADER',
      default: ['X-Store-Webhook-Signature', 'X-WC-Webhook-Signature'],
      meaning: "Headers that may carry a webhook's signature, besides `X-Webhook-Signature`.",
    },
  },
} as const satisfies ShopPlatform;
