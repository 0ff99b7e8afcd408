import { ConnectionApiUnderTest } from './connection-api-under-test';
import { Shop } from './shop';

export interface ServiceAndShop {
  api: ConnectionApiUnderTest;
  shop: Shop;
}

/** One service for a file of tests and a new shop for each of them; `take` gets both before each test. Call it at the top of the file. */
export function serviceAndShop(take: (scene: ServiceAndShop) => unknown): void {
  let api: ConnectionApiUnderTest;
  let shop: Shop;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start();
  });
  beforeEach(async () => {
    shop = await Shop.start();
    await take({ api, shop });
  });
  afterEach(() => shop.stop());
  afterAll(() => api.stop());
}
