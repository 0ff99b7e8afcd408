export { DemoPlugin, PluginRefusal, type PluginRegistration } from './commerce-a/demo-plugin';
export { DemoShopA, type DemoShopAOptions } from './commerce-a/demo-shop-a';
export { type ShopCollection } from './commerce-a/data/shop-setup';
export { type ShopCounters } from './commerce-a/request-counters';
export { customerOwnedKey, newShopCredentials, type ShopCredentials } from './commerce-a/shop-credentials';
export { type FaultKind, type FaultTarget, type ShopFault } from './commerce-a/shop-faults';
