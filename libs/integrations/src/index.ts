export type { BreakerRegistrySettings } from './breaker/breaker-registry';
export type { BreakerSettings } from './breaker/connection-breaker';
export { IntegrationRegistry, type IntegrationSettings } from './integration-registry';
export type { ResolveHost } from './store-http/address-guard';
export { normaliseBaseUrl, type BaseUrlOutcome } from './store-http/base-url';
export { HostAllowlist } from './store-http/host-allowlist';
export { meterRequests } from './store-http/request-meter';
export { contactAddressOf } from './store-http/user-agent';
export { parseJson, UnreadableJson } from './store-http/parse-json';
