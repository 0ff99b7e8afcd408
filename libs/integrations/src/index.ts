export type { BreakerRegistrySettings } from './breaker/breaker-registry';
export type { BreakerSettings } from './breaker/connection-breaker';
export { IntegrationRegistry, type IntegrationSettings } from './integration-registry';
export type { Finding } from './shop-doctor/finding';
export type { ResolveHost } from './store-http/address-guard';
export { normaliseBaseUrl, type BaseUrlOutcome } from './store-http/base-url';
export { HostAllowlist } from './store-http/host-allowlist';
export { parseJson, UnreadableJson } from './store-http/parse-json';
