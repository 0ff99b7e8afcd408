import { alignFeedClock, type FeedPlace } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import { benchOrders } from '../persist-orders';
import { addRecords, addShop } from './probes';
import { PerScene, type ScaleCase } from './scale-case';
import type { Scene } from './scene';

const orders = 500;
const perPage = 50;
const known = benchOrders(orders);

interface Probe {
  shop: string;
  /** The end of its feed. */
  last: FeedPlace;
  changes: number;
}

/** Pages and the feed of one shop, whose size is the same in every database. */
export function recordCases(): ScaleCase[] {
  const probes = new PerScene<Probe>();
  const setUp = async (scene: Scene) => {
    const shop = await addShop(scene);
    await addRecords(scene, shop, orders);
    probes.set(scene, { shop, last: { position: '0', id: '00000000-0000-0000-0000-000000000000' }, changes: 0 });
  };
  const read = async (scene: Scene, after?: FeedPlace) => {
    const { shop } = probes.of(scene);
    const page = await scene.store.readFeed({
      capability: 'orders',
      sources: [{ shopId: shop, connectionId: shop }],
      after,
      limit: after ? 1_000 : 100,
    });
    for await (const chunk of page.chunks()) if (chunk === '') throw new Error('A chunk of the feed is empty');
    return page;
  };
  const write = (scene: Scene, call: number, change: (order: OrderData) => OrderData) => {
    const first = (call * perPage) % orders;
    const records = known.slice(first, first + perPage).map(change);
    return scene.store.writePage({ shopId: probes.of(scene).shop, capability: 'orders', records, firstExport: false });
  };
  return [
    { what: 'unchanged page of 50 orders', setUp, calls: 20, run: (scene, call) => write(scene, call, (order) => order) },
    {
      what: 'changed page of 50 orders',
      calls: 10,
      prepare: (scene) => Promise.resolve((probes.of(scene).changes += 1)),
      run: (scene, call) => write(scene, call, (order) => ({ ...order, status: `changed-${probes.of(scene).changes}` })),
    },
    { what: 'links of orders, none missing', calls: 20, run: (scene) => scene.store.linkRecords(probes.of(scene).shop) },
    { what: 'feed, first 100 orders', calls: 20, run: (scene) => read(scene) },
    {
      what: 'feed, a poll that finds nothing',
      setUp: async (scene) => {
        let page = await read(scene);
        while (page.more) page = await read(scene, page.next);
        probes.of(scene).last = page.next;
      },
      calls: 50,
      run: (scene) => read(scene, probes.of(scene).last),
    },
    {
      what: 'alignFeedClock',
      calls: 1,
      run: async ({ pool }) => {
        const client = await pool.connect();
        await alignFeedClock(client).finally(() => client.release());
      },
    },
  ];
}
