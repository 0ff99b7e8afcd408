import type { IntegrationConnection, ShopCheck } from '@sync/integration-contract';
import type { StoreHttp } from '../../store-http/store-http';
import type { CommerceASettings } from '../settings';
import { interfaceChecks } from './interface-checks';
import { accessChecks, listChecks } from './list-checks';
import { ShopQuestions } from './shop-questions';
import { webhooksCheck } from './webhooks-check';

/** The shop doctor's checks for this platform. */
export function commerceAShopChecks(http: StoreHttp, settings: CommerceASettings, connection: IntegrationConnection): ShopCheck[] {
  const shop = new ShopQuestions(http, settings, connection);
  return [...interfaceChecks(shop), ...listChecks(shop), webhooksCheck(shop)];
}

/** Whether the key may read the lists. */
export function commerceAAccessChecks(http: StoreHttp, settings: CommerceASettings, connection: IntegrationConnection): ShopCheck[] {
  return accessChecks(new ShopQuestions(http, settings, connection));
}
