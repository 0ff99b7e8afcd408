import { DemoShopA } from '@sync/demo-shops';
import type { IntegrationUnderTest } from '@sync/integration-contract/testing';
import { shopUnderTest } from './shop-under-test';

/** For the contract kit. */
export const subject: IntegrationUnderTest = {
  perPage: 50,
  hasPageRanges: true,
  reportsLists: true,
  handlesWebhooks: true,
  modifiedAfter: 'filtered',
  listsIds: true,
  start: async ({ records }) => shopUnderTest(await DemoShopA.start({ customers: records, products: records, orders: records })),
};
