export { BreakerRegistry, type BreakerRegistrySettings } from './breaker/breaker-registry';
export type { BreakerSettings } from './breaker/connection-breaker';
export type { CommerceASettings } from './commerce-a/settings';
export { IntegrationRegistry, type IntegrationSettings } from './integration-registry';
export type { PlatformSettings } from './registered-integrations';
export type { ResolveHost } from './store-http/address-guard';
export { normaliseBaseUrl, type BaseUrlOutcome } from './store-http/base-url';
export { HostAllowlist } from './store-http/host-allowlist';
export { isPublicAddress } from './store-http/public-address';
