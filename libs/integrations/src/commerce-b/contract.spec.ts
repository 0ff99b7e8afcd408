import { describeIntegration } from '@sync/integration-contract/testing';
import { shopUnderTest, startShop } from './testing/shop-under-test';

describeIntegration('commerce_b', {
  perPage: 50,
  hasPageRanges: true,
  reportsLists: true,
  handlesWebhooks: false,
  modifiedAfter: 'filtered',
  listsIds: true,
  probesRows: true,
  start: async ({ records }) => shopUnderTest(await startShop(records)),
});
