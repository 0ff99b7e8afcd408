import type { PlatformIntegration } from '@sync/integration-contract';
import type { ShopKey } from '@sync/platforms';
import { CommerceA } from './commerce-a/commerce-a';
import { CommerceB } from './commerce-b/commerce-b';
import type { StoreHttp } from './store-http/store-http';

/** The integration of each shop platform. A shop platform without one does not compile. */
const integrations = {
  commerceA: CommerceA,
  commerceB: CommerceB,
} satisfies Record<ShopKey, new (http: StoreHttp, settings?: never) => PlatformIntegration>;

/** Every setting has a default. */
export type PlatformSettings = { [K in ShopKey]?: ConstructorParameters<(typeof integrations)[K]>[1] };

type IntegrationClass = new (http: StoreHttp, settings?: object) => PlatformIntegration;

export const registeredIntegrations = (Object.entries(integrations) as [ShopKey, IntegrationClass][]).map(
  ([key, Integration]) =>
    (http: StoreHttp, settings: PlatformSettings): PlatformIntegration =>
      new Integration(http, settings[key]),
);
