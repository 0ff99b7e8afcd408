import type { OrderData } from '@sync/records';
import { compared, takingTurns, type BenchRow } from './measure';
import { PersistBench } from './persist-bench';
import { secondsOfTypeormSave, UnguardedUpsert } from './persist-alternatives';
import { copyOut, secondsOfBareCopy } from './persist-copy';
import { benchOrders } from './persist-orders';
import { benchClock, ProcessorMeter, type ProcessorClock } from './processor-time';

const perPage = 50;
const perBatch = 500;

/** Storing orders: first time, unchanged, and in a growing table. Orders per second. */
export async function measurePersist(url: string, postgres: ProcessorClock, count: number, turns: number): Promise<BenchRow[]> {
  const bench = await PersistBench.open(url);
  const meter = new ProcessorMeter('order', { bench: benchClock, Postgres: postgres });
  try {
    const orders = benchOrders(count);
    return [
      ...(await firstTime(bench, meter, orders, turns)),
      ...(await again(bench, meter, orders, turns)),
      await withinOneExport(bench, orders, turns),
    ];
  } finally {
    await bench.close();
  }
}

async function firstTime(bench: PersistBench, meter: ProcessorMeter, orders: OrderData[], turns: number): Promise<BenchRow[]> {
  const section = 'Storing orders with line items for the first time';
  await bench.removeOrders();
  await bench.secondsToStore(orders, { size: perBatch, connections: 2, firstExport: true });
  const prepared = await copyOut(bench.pool);
  const metered = async (name: string, seconds: () => Promise<number>): Promise<number> =>
    orders.length / (await meter.around(`first ${name}`, orders.length, seconds));
  const store = async (size: number, connections: number): Promise<number> => {
    await bench.removeOrders();
    return metered(`${size}`, () => bench.secondsToStore(orders, { size, connections, inHand: connections + 1, firstExport: true }));
  };
  const rate = await takingTurns(turns, {
    copy: () => metered('copy', () => secondsOfBareCopy(bench.pool, prepared)),
    pages: () => store(perPage, 1),
    batches: () => store(perBatch, 2),
    save: () => metered('save', () => secondsOfTypeormSave(bench.url, bench.connectionId, orders, perPage)),
  });
  const copy = { limit: rate.copy, limitProcessor: meter.costOf('first copy') };
  const against = { unit: 'orders/s', against: 'COPY of prepared lines into a bare table', ...copy };
  const pages = { what: 'pages of 50, one connection, two in hand', value: rate.pages, processor: meter.costOf(`first ${perPage}`) };
  const batches = {
    what: 'batches of 500, two connections, three in hand',
    value: rate.batches,
    processor: meter.costOf(`first ${perBatch}`),
  };
  return [
    compared({ section, ...pages, ...against, goal: '>= 0.35' }),
    compared({ section, ...batches, ...against, goal: '>= 0.6' }),
    compared({
      section,
      ...pages,
      unit: 'orders/s',
      against: 'TypeORM find and save()',
      limit: rate.save,
      limitProcessor: meter.costOf('first save'),
    }),
  ];
}

async function again(bench: PersistBench, meter: ProcessorMeter, orders: OrderData[], turns: number): Promise<BenchRow[]> {
  const section = 'Storing the same orders again';
  await bench.removeOrders();
  await bench.secondsToStore(orders, { size: perBatch, connections: 2, firstExport: true });
  const unguarded = await UnguardedUpsert.prepare(bench.pool, bench.connectionId);
  await unguarded.seconds(orders, perBatch);
  let turn = 0;
  let rewritten = 0;
  const metered = async (name: string, seconds: () => Promise<number>): Promise<number> =>
    orders.length / (await meter.around(name, orders.length, seconds));
  const store = async (name: string, records: OrderData[], size: number): Promise<number> => {
    await bench.calmDown();
    return metered(name, () => bench.secondsToStore(records, { size, connections: 1, firstExport: false }));
  };
  const unchanged = async (size: number): Promise<number> => {
    const before = await bench.newestPosition();
    const rate = await store(`unchanged ${size}`, orders, size);
    rewritten += await bench.writtenAfter(before);
    return rate;
  };
  const writeAll = async (size: number): Promise<number> => {
    await bench.pool.query('vacuum unguarded_orders');
    await bench.calmDown();
    return metered(`unguarded ${size}`, () => unguarded.seconds(orders, size));
  };
  const rate = await takingTurns(turns, {
    'unguarded pages': () => writeAll(perPage),
    'unchanged pages': () => unchanged(perPage),
    'unguarded batches': () => writeAll(perBatch),
    'unchanged batches': () => unchanged(perBatch),
    '5 % changed': async () => {
      const changed = await store('changed', changedInTwenty(orders, (turn += 1)), perBatch);
      await store('changed back', orders, perBatch);
      return changed;
    },
  });
  const against = { unit: 'orders/s', against: 'upsert without guard' };
  return [
    compared({
      section,
      what: 'nothing changed, pages of 50',
      value: rate['unchanged pages'],
      ...against,
      limit: rate['unguarded pages'],
      processor: meter.costOf(`unchanged ${perPage}`),
      limitProcessor: meter.costOf(`unguarded ${perPage}`),
      goal: '>= 2.5',
    }),
    compared({
      section,
      what: 'nothing changed, batches of 500',
      value: rate['unchanged batches'],
      ...against,
      limit: rate['unguarded batches'],
      processor: meter.costOf(`unchanged ${perBatch}`),
      limitProcessor: meter.costOf(`unguarded ${perBatch}`),
      goal: '>= 2.5',
    }),
    compared({
      section,
      what: '5 % changed, batches of 500',
      value: rate['5 % changed'],
      ...against,
      limit: rate['unguarded batches'],
      processor: meter.costOf('changed'),
      limitProcessor: meter.costOf(`unguarded ${perBatch}`),
      goal: '>= 1.7',
    }),
    { section, what: 'rows rewritten when nothing changed', value: rewritten, unit: 'rows', goal: '<= 0' },
  ];
}

function changedInTwenty(orders: OrderData[], turn: number): OrderData[] {
  return orders.map((order, index) => (index % 20 === 0 ? { ...order, status: `changed-${turn}` } : order));
}

/** The last quarter of a first export against its second: a plan made for an empty table must not slow it down. */
async function withinOneExport(bench: PersistBench, orders: OrderData[], turns: number): Promise<BenchRow> {
  const quarter = orders.length / 4;
  const seconds: number[][] = [];
  const rate = await takingTurns(turns, {
    'second quarter': async () => {
      await bench.removeOrders();
      const parts = [0, 1, 2, 3].map((part) => orders.slice(part * quarter, (part + 1) * quarter));
      seconds.push(await bench.secondsOfParts(parts, perPage));
      return quarter / (seconds.at(-1)?.[1] ?? NaN);
    },
    'last quarter': () => Promise.resolve(quarter / (seconds.at(-1)?.[3] ?? NaN)),
  });
  return compared({
    section: 'Storing orders while the table grows',
    what: 'last quarter of a first export, records asked for',
    value: rate['last quarter'],
    unit: 'orders/s',
    against: 'second quarter',
    limit: rate['second quarter'],
    goal: '>= 0.8',
  });
}

/** First-time orders beside that many rows of other connections, against an empty table. Two databases take turns. */
export async function measureGrowth(emptyUrl: string, fullUrl: string, rowsBefore: number, turns: number): Promise<BenchRow[]> {
  const empty = await PersistBench.open(emptyUrl);
  const full = await PersistBench.open(fullUrl);
  const orders = benchOrders(10_000);
  const store = async (bench: PersistBench): Promise<number> => {
    await bench.removeOrders();
    return orders.length / (await bench.secondsToStore(orders, { size: perBatch, connections: 1, firstExport: true }));
  };
  try {
    await full.fill(rowsBefore);
    const rate = await takingTurns(turns, { empty: () => store(empty), full: () => store(full) });
    return [
      compared({
        section: 'Storing orders while the table grows',
        what: `${rowsBefore.toLocaleString('en')} rows already there`,
        value: rate.full,
        unit: 'orders/s',
        against: 'empty table',
        limit: rate.empty,
        goal: '>= 0.85',
      }),
    ];
  } finally {
    await empty.close();
    await full.close();
  }
}
