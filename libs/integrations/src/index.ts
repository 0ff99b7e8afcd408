export { BreakerRegistry, type BreakerRegistrySettings } from './breaker/breaker-registry';
export type { BreakerSettings } from './breaker/connection-breaker';
export { IntegrationRegistry, type IntegrationSettings } from './integration-registry';
export { ExamineShop, type Finding } from './shop-doctor/examine-shop';
export type { ResolveHost } from './store-http/address-guard';
export { normaliseBaseUrl, type BaseUrlOutcome } from './store-http/base-url';
export { HostAllowlist } from './store-http/host-allowlist';
export { parseJson, UnreadableJson } from './store-http/parse-json';
export { isPublicAddress } from './store-http/public-address';
