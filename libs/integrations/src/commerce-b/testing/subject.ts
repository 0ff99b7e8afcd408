import type { IntegrationUnderTest } from '@sync/integration-contract/testing';
import { IntegrationRegistry } from '../../integration-registry';
import { shopUnderTest, startShop } from './shop-under-test';

/** Small, because a shop of this platform takes several requests for each page and the whole size for each list. */
const perPage = 10;

/** For the contract kit. */
export const subject: IntegrationUnderTest = {
  perPage,
  hasPageRanges: true,
  reportsLists: true,
  handlesWebhooks: false,
  modifiedAfter: 'filtered',
  listsIds: true,
  probesRows: true,
  start: async ({ records }) => {
    const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { perPage } });
    return shopUnderTest(await startShop(records), integrations);
  },
};
