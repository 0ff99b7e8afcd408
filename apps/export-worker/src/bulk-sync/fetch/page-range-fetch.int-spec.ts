import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { readSyncRuns } from '@sync/sync-runs';
import { until } from '@sync/test-harness';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const pages = 20;

it('a page is stored while the next one is on its way, and no further page is asked for meanwhile', async () => {
  const worker = await SimulatedWorker.start();
  const shop = await DemoShopA.start({ customers: 0, products: 0, orders: pages * 50 });
  const compared = await ComparedShop.link(worker, shop, 'commerce_a');
  // Pages are stored as long as this session lets them. The first one is stored by the task that has read it as a probe.
  await worker.sql(`
    create function wait_for_leave() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7);
      return new;
    end $$`);
  await worker.sql(
    'create trigger wait_for_leave before update on page_ranges for each row when (new.next_page > 2) execute function wait_for_leave()',
  );
  const holder = worker.database.dataSource.createQueryRunner();
  await holder.query('select pg_advisory_lock(7)');
  shop.resetCounters();
  const [id = ''] = await compared.request('full', ['orders']);
  const asked = () => Object.keys(shop.counters.pages.orders ?? {}).map(Number);

  const working = worker.work(600);
  // Two ranges at once, as a new shop gets two requests, and of each the page that is being stored and the next one.
  await until(() => asked().length === 5);
  await sleep(300);
  const [first, ...ofRanges] = asked();
  expect([first, ofRanges.length]).toEqual([1, 4]);
  expect(ofRanges).toEqual([ofRanges[0], ofRanges[0], ofRanges[2], ofRanges[2]].map((page = NaN, index) => page + (index % 2)));
  await holder.query('select pg_advisory_unlock(7)');
  await holder.release();
  await working;

  expect(await readSyncRuns(worker.database.dataSource, [id])).toMatchObject([{ status: 'succeeded', recordsWritten: pages * 50 }]);
  expect(Object.values(shop.counters.pages.orders ?? {})).toEqual(Array(pages).fill(1));
  await shop.stop();
  await worker.stop();
});
