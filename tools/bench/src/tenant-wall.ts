import { createPool, everyTenant, forTenant, queryBounds } from '@sync/postgres';
import { RecordStore, type FeedPlace } from '@sync/record-store';
import { openServingLogins } from '@sync/schema';
import { v7 as uuidv7 } from 'uuid';
import { compared, secondsOf, takingTurns, type BenchRow } from './measure';
import { PersistBench } from './persist-bench';
import { benchOrders } from './persist-orders';
import { benchClock, ProcessorMeter, type ProcessorClock } from './processor-time';

const perPage = 50;
const perRequest = 100;

/** What row-level security costs the two busiest paths: the same work for one tenant and for all, by the role of the apps. */
export async function measureTenantWall(url: string, postgres: ProcessorClock, count: number, turns: number): Promise<BenchRow[]> {
  const section = 'The wall between tenants';
  const bench = await PersistBench.open(url);
  const { connectionId: systemConnectionId } = bench;
  const tenantId = uuidv7();
  await bench.pool.query(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [tenantId]);
  await bench.pool.query('update system_connections set tenant_id = $1', [tenantId]);
  await bench.pool.query('update shops set tenant_id = $1', [tenantId]);
  const bounds = queryBounds(60_000, { settings: everyTenant });
  const pool = createPool({
    connectionString: (await openServingLogins(url))['connection-api'],
    application_name: 'bench',
    max: 1,
    ...bounds,
  });
  const store = new RecordStore(pool);
  const orders = benchOrders(count);
  const meter = new ProcessorMeter('order', { bench: benchClock, Postgres: postgres });

  const storeAll = async () => {
    for (let start = 0; start < orders.length; start += perPage)
      await store.writePage({
        shopId: systemConnectionId,
        capability: 'orders',
        records: orders.slice(start, start + perPage),
        firstExport: false,
      });
  };
  const readAll = async () => {
    let after: FeedPlace | undefined;
    for (let more = true; more;) {
      const page = await store.readFeed({
        capability: 'orders',
        sources: [{ shopId: systemConnectionId, connectionId: systemConnectionId }],
        after,
        limit: perRequest,
      });
      for await (const _chunk of page.chunks());
      ({ next: after, more } = page);
    }
  };
  const metered = async (name: string, work: () => Promise<void>) =>
    orders.length / (await meter.around(name, orders.length, () => secondsOf(work)));
  const persist = async (name: string, work: () => Promise<void>) => {
    await bench.removeOrders();
    return metered(name, work);
  };
  const within = (work: () => Promise<void>) => () => forTenant(tenantId, work);
  try {
    const rate = await takingTurns(turns, {
      storeForAll: () => persist('store for all', storeAll),
      store: () => persist('store', within(storeAll)),
      readForAll: () => metered('read for all', readAll),
      read: () => metered('read', within(readAll)),
    });
    const row = (what: string, name: 'store' | 'read') =>
      compared({
        section,
        what,
        unit: 'orders/s',
        value: rate[name],
        against: 'the same for all tenants',
        limit: rate[`${name}ForAll`],
        processor: meter.costOf(name),
        limitProcessor: meter.costOf(`${name} for all`),
        goal: '>= 0.95',
      });
    return [row('storing pages of 50 for one tenant', 'store'), row('reading the feed by 100 for one tenant', 'read')];
  } finally {
    await pool.end();
    await bench.close();
  }
}
