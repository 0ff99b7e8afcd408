import type { PlatformIntegration } from '@sync/integration-contract';
import { CommerceA } from './commerce-a/commerce-a';
import type { CommerceASettings } from './commerce-a/settings';
import type { StoreHttp } from './store-http/store-http';

export interface PlatformSettings {
  commerceA?: Partial<CommerceASettings>;
}

/** The one list of platforms. A driver that is not in it has no integration. */
export const registeredIntegrations: readonly ((http: StoreHttp, settings: PlatformSettings) => PlatformIntegration)[] = [
  (http, settings) => new CommerceA(http, settings.commerceA),
];
