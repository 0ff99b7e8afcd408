export { SeededRandom } from './base/seeded-random';
export type { ShopCollection } from './base/variation';
export { customerOwnedKey, newShopCredentials, type ShopCredentials } from './commerce-a/access';
export { DemoShopA, type DemoShopAOptions, type ShopFault } from './commerce-a/demo-shop-a';
export { webhookSignature, type WebhookRequest, type WebhookTopic } from './commerce-a/webhooks/webhook-request';
export { DemoShopB, type DemoShopBOptions, type ShopBFault } from './commerce-b/demo-shop-b';
export type { ShopResource } from './commerce-b/resources';
export { newApiKey } from './commerce-b/webservice';
export { NameServer } from './name-server';
