import { DemoShopA } from '@sync/demo-shops';
import { describeIntegration } from '@sync/integration-contract/testing';
import { shopUnderTest } from './testing/shop-under-test';

describeIntegration('commerce_a', {
  perPage: 50,
  hasPageRanges: true,
  reportsLists: true,
  handlesWebhooks: true,
  modifiedAfter: 'filtered',
  // The platform has no filter for them.
  unfiltered: ['customers'],
  listsIds: true,
  start: async ({ records }) => shopUnderTest(await DemoShopA.start({ customers: records, products: records, orders: records })),
});
