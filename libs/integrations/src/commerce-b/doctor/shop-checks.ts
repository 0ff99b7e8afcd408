import type { IntegrationConnection, ShopCheck } from '@sync/integration-contract';
import type { CommerceBSettings } from '../settings';
import type { Webservice } from '../webservice';
import { listChecks } from './list-checks';
import { ShopQuestions } from './shop-questions';
import { accessChecks, webserviceChecks } from './webservice-checks';
import { webhooksCheck } from './webhooks-check';

/** The shop doctor's checks for this platform, which has no webhooks of its own and no reliable date filter. */
export function commerceBShopChecks(webservice: Webservice, settings: CommerceBSettings, connection: IntegrationConnection): ShopCheck[] {
  const shop = new ShopQuestions(webservice, settings, connection);
  return [...webserviceChecks(shop), ...listChecks(shop), webhooksCheck(connection)];
}

/** Whether the key may read what exports need. */
export function commerceBAccessChecks(webservice: Webservice, settings: CommerceBSettings, connection: IntegrationConnection): ShopCheck[] {
  return accessChecks(new ShopQuestions(webservice, settings, connection));
}
