import { DemoShopA } from '@sync/demo-shops';
import { systemCapabilities } from '@sync/records';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

let worker: SimulatedWorker;
let shop: DemoShopA;
let compared: ComparedShop<DemoShopA>;

beforeAll(async () => (worker = await SimulatedWorker.start()));
afterAll(() => worker.stop());
beforeEach(async () => {
  shop = await DemoShopA.start({ customers: 120, products: 0, orders: 1 });
  compared = await ComparedShop.link(worker, shop, 'commerce_a');
});
afterEach(() => shop.stop());

const stored = async () => {
  const live = await Promise.all(systemCapabilities.map((capability) => compared.live(capability)));
  return live.map(({ length }) => length);
};

it('a full sync reads each page once, the first one too, and an empty list with one request', async () => {
  shop.resetCounters();
  const runs = await compared.sync('full');
  expect(runs.map(({ status, pagesTotal, recordsFetched }) => [status, pagesTotal, recordsFetched])).toEqual([
    ['succeeded', 3, 120],
    ['succeeded', 0, 0],
    ['succeeded', 1, 1],
  ]);
  expect([shop.counters.requests, await stored()]).toEqual([5, [120, 0, 1]]);
});

it('a first page that was read and not stored is read again', async () => {
  await worker.sql(`
    create function refuse_once() returns trigger language plpgsql as $$
    begin
      raise exception 'the server stops here';
    end $$`);
  await worker.sql('create trigger refuse_once before insert on customers for each row execute function refuse_once()');
  const [id] = await compared.request('full', ['customers']);
  await worker.work(1);
  expect(await stored()).toEqual([0, 0, 0]);
  worker.restart();
  await worker.sql('drop trigger refuse_once on customers');
  await worker.work(600);
  expect(await worker.sql('select status, pages_total, records_fetched::int from sync_runs where id = $1', [id])).toEqual([
    { status: 'succeeded', pages_total: 3, records_fetched: 120 },
  ]);
  expect(await stored()).toEqual([120, 0, 0]);
});

it('a row that no record can be made of is read again when it changes, or with everything else', async () => {
  const [changing = 0, fixed = 0] = shop.ids('customers');
  const longAgo = { date_modified: null, date_modified_gmt: null };
  for (const id of [changing, fixed]) shop.change('customers', id, { email: '', ...longAgo });
  await compared.sync('full');
  expect(await stored()).toEqual([118, 0, 1]);
  shop.change('customers', changing, { email: 'changed@mail.example' });
  shop.change('customers', fixed, { email: 'fixed@mail.example', ...longAgo });
  await worker.pass(61);
  await compared.sync('delta');
  expect(await stored()).toEqual([119, 0, 1]);
  expect((await compared.sync('reconcile')).map(({ status }) => status)).toEqual(systemCapabilities.map(() => 'succeeded'));
  expect(await stored()).toEqual([119, 0, 1]);
  await worker.pass(61);
  await compared.sync('full');
  expect([await stored(), await worker.sql('select from unmappable_rows')]).toEqual([[120, 0, 1], []]);
});
