import { ConnectionApiUnderTest } from './connection-api-under-test';
import { Shop } from './shop';

export interface ServiceAndShop {
  api: ConnectionApiUnderTest;
  shop: Shop;
}

/** Starts one service per file and a new shop per test; `take` receives both before each test. Call it at the top level of a file. */
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
