import type { IntegrationConnection, ShopCheck } from '@sync/integration-contract';
import type { CommerceBSettings } from '../settings';
import type { Webservice } from '../webservice';
import { listChecks } from './list-checks';
import { ShopQuestions } from './shop-questions';
import { webserviceChecks } from './webservice-checks';

/** What a shop doctor looks at on this platform, which has neither webhooks nor a filter by date that could be relied on. */
export function commerceBShopChecks(webservice: Webservice, settings: CommerceBSettings, connection: IntegrationConnection): ShopCheck[] {
  const shop = new ShopQuestions(webservice, settings, connection);
  return [...webserviceChecks(shop), ...listChecks(shop)];
}
