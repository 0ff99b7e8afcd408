import { impairmentNow, type StatusReason } from '@sync/domain';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import type { SystemCapability } from '@sync/records';
import { endOpenSyncRuns } from '@sync/sync-runs';
import { CachingFront } from '../../testing/caching-front';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const size = 501;
const samePage = "The shop returned the same page for every page number: a cache in front of it ignores the address's query.";

let worker: SimulatedWorker;
let shop: DemoShopA | DemoShopB;
let front: CachingFront;
let compared: ComparedShop;

const reasonNow = async () =>
  (
    await worker.database.dataSource.query<{ reason: StatusReason | null }[]>(`select ${impairmentNow('$1::uuid')} as reason`, [
      compared.linked.connectionId,
    ])
  )[0]?.reason ?? null;
const isList = ({ pathname }: URL) => pathname.endsWith('/customers');
const pageOf = ({ searchParams }: URL) => Number(searchParams.get('page') ?? Number(searchParams.get('limit')?.split(',')[0]) / 50 + 1);

async function begin(system: 'commerce_a' | 'commerce_b', customers = size): Promise<void> {
  shop = await (system === 'commerce_a' ? DemoShopA : DemoShopB).start({ customers, products: 1, orders: 1 });
  front = await CachingFront.before(shop);
  compared = await ComparedShop.link<DemoShopA | DemoShopB>(worker, shop, system);
  await compared.moveTo(front);
}
const sync = (mode: 'delta' | 'full' | 'reconcile' = 'full', kinds: SystemCapability[] = ['customers']) => compared.sync(mode, kinds);

beforeAll(async () => (worker = await SimulatedWorker.start()));
afterEach(async () => {
  await front.stop();
  await shop.stop();
  await worker.sql('delete from system_connections');
  worker.restart();
});
afterAll(() => worker.stop());

/** What each cache takes for one address. The list of all ids of commerce_b has no `limit`. */
const caches: [platform: 'commerce_a' | 'commerce_b', what: string, keyOf: (address: URL) => string][] = [
  ['commerce_a', 'the query', ({ pathname }) => pathname],
  ['commerce_a', 'the page number', ({ pathname, searchParams }) => `${pathname} ${searchParams.get('per_page')}`],
  ['commerce_b', 'limit and filter', ({ pathname, searchParams }) => `${pathname} ${searchParams.get('display')}`],
];

describe.each(caches)('%s: a cache that ignores %s', (platform, _what, keyOf) => {
  it('fails the run in words, says so of the connection, and keeps what is stored; the next success clears it', async () => {
    await begin(platform);
    expect(await sync()).toMatchObject([{ status: 'succeeded', rowsListed: size, recordsFetched: size, incomplete: null }]);
    await worker.pass(61);
    front.keyOf = (address) => (isList(address) ? keyOf(address) : null);
    for (const mode of ['full', 'full'] as const) {
      expect(await sync(mode)).toMatchObject([{ status: 'failed', error: samePage, incomplete: null, recordsDeleted: 0 }]);
      await worker.pass(61);
    }
    expect(await reasonNow()).toMatchObject({ code: 'incomplete_copy', message: samePage });
    expect(await compared.live('customers')).toEqual(compared.listed('customers'));
    front.clear();
    expect(await sync('delta')).toMatchObject([{ status: 'succeeded' }]);
    expect(await reasonNow()).toBeNull();
  });

  it('fails the first run of a shop, too', async () => {
    await begin(platform);
    front.keyOf = (address) => (isList(address) ? keyOf(address) : null);
    expect(await sync()).toMatchObject([{ status: 'failed', error: samePage }]);
    expect((await compared.live('customers')).length).toBeLessThanOrEqual(50);
    front.clear();
    await sync();
    expect(await compared.live('customers')).toEqual(compared.listed('customers'));
  });
});

it('commerce_b: a cache that ignores everything but the path fails the run at once, in words', async () => {
  await begin('commerce_b');
  front.keyOf = (address) => (isList(address) ? address.pathname : null);
  expect(await sync()).toMatchObject([
    { status: 'failed', error: expect.stringContaining("a cache in front of it ignores the address's query") as string },
  ]);
  expect(await compared.live('customers')).toEqual([]);
});

describe.each(['commerce_a', 'commerce_b'] as const)('%s: a list that shows clearly fewer rows than it says', (platform) => {
  const emptyAfter = (page: number) => {
    front.spoil = (address) => {
      if (!isList(address)) return undefined;
      const isEmpty = address.searchParams.has('filter[id]') || pageOf(address) > page;
      return isEmpty ? { body: '[]' } : undefined;
    };
  };

  it('fails the run with both numbers and deletes nothing', async () => {
    await begin(platform);
    await sync();
    await worker.pass(61);
    emptyAfter(4);
    const [run] = await sync();
    expect(run).toMatchObject({ status: 'failed', rowsListed: size, recordsDeleted: 0 });
    expect(run?.error).toBe('The shop says that it has 501 customers, and its pages showed 200 of them.');
    expect((await reasonNow())?.message).toBe(run?.error);
    expect(await compared.live('customers')).toEqual(compared.listed('customers'));
  });

  it('succeeds when no more than a fifth of it is missing; it is incomplete unless the shop was asked for each missing row', async () => {
    await begin(platform);
    emptyAfter(9);
    const incomplete = platform === 'commerce_a' ? 'The shop says that it has 501 customers, and its pages showed 450 of them.' : null;
    expect(await sync()).toMatchObject([{ status: 'succeeded', error: null, incomplete, recordsDeleted: 0 }]);
  });

  it('succeeds when records are deleted while it is read', async () => {
    await begin(platform);
    let isOver = false;
    front.spoil = (address) => {
      if (isOver || !isList(address) || pageOf(address) !== 5) return undefined;
      isOver = true;
      for (const id of compared.listed('customers').slice(0, 80)) shop.remove('customers', id);
      return undefined;
    };
    expect(await sync()).toMatchObject([{ status: 'succeeded', error: null, incomplete: null }]);
  });
});

describe('commerce_a: a list that does not say how many rows it has', () => {
  const withoutTotals = () =>
    (front.spoil = (address) => (isList(address) ? { headers: { 'content-type': 'application/json' } } : undefined));
  const reason = expect.stringMatching(/^The shop does not say how many pages of customers there are, and the first one is full/) as string;

  it('makes its run incomplete when the first page is full, until a run of all records is complete; nothing is deleted', async () => {
    await begin('commerce_a');
    await sync();
    await worker.pass(61);
    withoutTotals();
    for (const mode of ['full', 'reconcile'] as const) {
      expect(await sync(mode)).toMatchObject([
        { status: 'succeeded', error: null, rowsListed: null, incomplete: reason, recordsDeleted: 0 },
      ]);
      await worker.pass(61);
    }
    expect(await reasonNow()).toMatchObject({ code: 'incomplete_copy', message: reason });
    expect(await compared.live('customers')).toEqual(compared.listed('customers'));
    await sync('full', ['products']);
    expect(await reasonNow()).not.toBeNull();
    front.clear();
    expect(await sync('full')).toMatchObject([{ status: 'succeeded', rowsListed: size, incomplete: null }]);
    expect(await reasonNow()).toBeNull();
  });

  it('is one page, as specified, and complete when that is not full', async () => {
    await begin('commerce_a', 49);
    withoutTotals();
    expect(await sync()).toMatchObject([{ status: 'succeeded', rowsListed: null, recordsFetched: 49, incomplete: null }]);
    expect(await reasonNow()).toBeNull();
  });

  it('a delta that says how many changes it has heals nothing that a run of all records left out', async () => {
    await begin('commerce_a');
    withoutTotals();
    await sync('full');
    await worker.pass(600);
    await worker.sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after)
       values ('ffffffff-ffff-7fff-bfff-ffffffffffff', $1, 'customers', 'delta', 'running', now())`,
      [compared.linked.connectionId],
    );
    await endOpenSyncRuns(worker.database.dataSource.manager, compared.linked.connectionId, { status: 'succeeded', error: null });
    expect((await reasonNow())?.message).toEqual(reason);
  });
});

it('a sync that succeeds clears what an examination of the shop found', async () => {
  await begin('commerce_a', 1);
  await worker.sql(
    `insert into doctor_runs (id, system_connection_id, status, findings, problem, finished_at)
     values (gen_random_uuid(), $1, 'succeeded', '[]', 'The clock is wrong.', now())`,
    [compared.linked.connectionId],
  );
  expect(await reasonNow()).toMatchObject({ code: 'doctor_problem' });
  await sync();
  expect(await reasonNow()).toBeNull();
});
