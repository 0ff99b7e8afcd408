import { CredentialsCipher, KeyRing, KeyRingCheck } from '@sync/credentials';
import { DemoShopA } from '@sync/demo-shops';
import { IntegrationRegistry } from '@sync/integrations';
import { SyncTargets } from '../bulk-sync/sync-target';
import { FailingGate } from '../testing/failing-gate';
import { linkShop, requestSync, testKeys, type LinkedShop } from '../testing/linked-shop';
import { SimulatedWorker } from '../testing/simulated-worker';
import { ProbeFailedShops } from './probe-failed-shops';

const minute = 60;

let worker: SimulatedWorker;
let shop: DemoShopA;
let gate: FailingGate;
let registry: IntegrationRegistry;
let probes: ProbeFailedShops;
let linked: LinkedShop;

beforeAll(async () => {
  worker = await SimulatedWorker.start();
  shop = await DemoShopA.start({ customers: 1, products: 1, orders: 1 });
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  const { dataSource } = worker.database;
  const keys = KeyRing.parse(testKeys);
  const check = new KeyRingCheck((text, values) => dataSource.query(text, values), keys);
  probes = new ProbeFailedShops(dataSource, registry, new SyncTargets(dataSource, registry, new CredentialsCipher(keys), check));
});
beforeEach(async () => {
  gate = await FailingGate.before(shop);
  linked = await linkShop(worker.database.dataSource, gate);
});
afterEach(() => gate.stop());
afterAll(async () => {
  registry.close();
  await shop.stop();
  await worker.stop();
});

const connection = async () => {
  const [row] = await worker.sql<{ status: string; code: string }>(
    `select status, status_reason ->> 'code' as code from system_connections where id = $1`,
    [linked.connectionId],
  );
  return row;
};
/** A sync that fails until the breaker opens. */
const failFor = async (outage: '500' | '401') => {
  gate.fail(outage);
  await requestSync(worker.database.dataSource, worker.queues, linked, ['orders']);
  await worker.work(20 * minute);
  expect((await connection())?.status).toBe('error');
};
/** The schedule looks every minute. Returns the requests that the shop got. */
const watch = async (minutes: number) => {
  const before = gate.failures;
  for (let passed = 0; passed < minutes; passed += 1) {
    await worker.pass(minute);
    await probes.probe();
  }
  return gate.failures - before;
};

it('a connection in error is asked at growing pauses, an hour at most, and offered to its owner once its shop responds; its status stays', async () => {
  await failFor('500');
  const asked = [await watch(6), await watch(10), await watch(20), await watch(40)];
  expect(asked).toEqual([1, 1, 1, 1]);
  expect(await watch(5 * minute)).toBe(5);
  expect(await connection()).toEqual({ status: 'error', code: 'shop_unreachable' });
  gate.recover();
  const passed = gate.passed.length;
  await watch(minute);
  expect(await connection()).toEqual({ status: 'error', code: 'reachable_again' });
  expect(gate.passed.length - passed).toBe(2);
  await watch(2 * minute);
  expect(gate.passed.length - passed).toBe(2);
  const timeline = await worker.sql(
    `select from_status, to_status, reason, actor from connection_transitions where system_connection_id = $1 order by id desc limit 1`,
    [linked.connectionId],
  );
  expect(timeline).toEqual([{ from_status: 'error', to_status: 'error', reason: 'shop reachable again', actor: 'schedule' }]);
});

it('a shop that refuses the key is not asked', async () => {
  await failFor('401');
  expect(await watch(2 * minute)).toBe(0);
  expect(await connection()).toEqual({ status: 'error', code: 'credentials_refused' });
});
