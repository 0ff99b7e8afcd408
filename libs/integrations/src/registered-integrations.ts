import type { PlatformIntegration } from '@sync/integration-contract';
import { CommerceA } from './commerce-a/commerce-a';
import type { CommerceASettings } from './commerce-a/settings';
import { CommerceB } from './commerce-b/commerce-b';
import type { CommerceBSettings } from './commerce-b/settings';
import type { StoreHttp } from './store-http/store-http';

export interface PlatformSettings {
  commerceA?: Partial<CommerceASettings>;
  commerceB?: Partial<CommerceBSettings>;
}

/** The one list of platforms. A driver that is not in it has no integration. */
export const registeredIntegrations: readonly ((http: StoreHttp, settings: PlatformSettings) => PlatformIntegration)[] = [
  (http, settings) => new CommerceA(http, settings.commerceA),
  (http, settings) => new CommerceB(http, settings.commerceB),
];
