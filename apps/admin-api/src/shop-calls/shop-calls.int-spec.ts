import { ShopCallLog, type ShopCall } from '@sync/domain';
import { AdminScene } from '../testing/admin-scene';

interface Calls {
  id: string;
  what: string | null;
  outcome: string;
}

describe('GET /api/admin/connections/{id}/shop-calls', () => {
  let scene: AdminScene;
  let shop: string;
  beforeAll(async () => {
    scene = await AdminScene.set();
    shop = await scene.connection({ tenantId: await scene.tenant(), status: 'active' });
  });
  afterAll(() => scene.api.stop());

  it('lists what was asked of the shop and what it sent, newest first, page by page, by direction, and what failed alone', async () => {
    const log = new ShopCallLog(scene.api.database.dataSource, { warn: (warning: unknown) => expect(warning).toBeUndefined() });
    const call = (values: Partial<ShopCall>): ShopCall => ({
      ...{ connectionId: shop, what: 'GET orders?page', outcome: '200', hasFailed: false, tookMs: 100, bytes: 10 },
      ...values,
    });
    log.note('to_shop', call({}));
    log.note('to_shop', call({ tookMs: 301 }));
    log.note('to_shop', call({ outcome: 'timeout', hasFailed: true }));
    log.note('from_shop', call({ what: null, outcome: 'invalid-signature', hasFailed: true }));
    await log.beforeApplicationShutdown();

    const read = async (query = '') => {
      const path = `/api/admin/connections/${shop}/shop-calls${query}`;
      return (await scene.api.get<{ data: Calls[]; next_cursor: string | null }>(path, scene.admin.token)).body;
    };
    const all = await read();
    expect(all.data.map(({ outcome }) => outcome)).toEqual(['invalid-signature', 'timeout', '200']);
    expect(all.data.at(-1)).toMatchObject({
      direction: 'to_shop',
      what: 'GET orders?page',
      has_failed: false,
      ...{ calls: 2, mean_ms: 200, slowest_ms: 301, bytes: 20 },
    });
    const first = await read('?limit=1');
    expect((await read(`?limit=2&cursor=${first.next_cursor}`)).data).toEqual(all.data.slice(1));
    expect((await read('?outcome=failed')).data).toEqual(all.data.slice(0, 2));
    expect((await read('?direction=from_shop')).data).toEqual(all.data.slice(0, 1));
  });
});
