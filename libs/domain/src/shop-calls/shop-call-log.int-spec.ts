import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { ShopCallLog, type ShopCall } from './shop-call-log';
import { deleteOldShopCalls, readShopCalls } from './shop-calls';

describe('the log of calls', () => {
  let database: TestDatabase;
  let id: string;
  let log: ShopCallLog;
  const warnings: unknown[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    id = uuidv7();
    warnings.length = 0;
    log = open();
    await database.dataSource.query(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [id]);
  });
  afterEach(() => log.beforeApplicationShutdown());
  afterAll(() => database.stop());

  const open = (sql: ConstructorParameters<typeof ShopCallLog>[0] = database.dataSource) =>
    new ShopCallLog(sql, { warn: (warning: unknown) => warnings.push(warning) });
  const call = (what: string, values: Partial<ShopCall> = {}): ShopCall => ({
    connectionId: id,
    what,
    outcome: '200',
    hasFailed: false,
    tookMs: 1,
    bytes: 2,
    ...values,
  });
  const refused = { outcome: '503', hasFailed: true };
  const stored = (filter: Parameters<typeof readShopCalls>[3] = { onlyFailed: false }) =>
    readShopCalls(database.dataSource, id, { after: null, limit: 100 }, filter);
  const summary = async () => (await stored()).map(({ what, outcome, calls, bytes }) => [what, outcome, calls, bytes]).sort();

  it('adds up what went alike, before and after it was stored, and keeps apart what did not', async () => {
    for (const what of ['orders', 'orders', 'products']) log.note('to_shop', call(what));
    await log.store();
    log.note('to_shop', call('orders', { tookMs: 10 }));
    log.note('to_shop', call('orders', refused));
    log.note('from_shop', call('orders'));
    await log.store();
    expect(await summary()).toEqual([
      ['orders', '200', 1, 2],
      ['orders', '200', 3, 6],
      ['orders', '503', 1, 2],
      ['products', '200', 1, 2],
    ]);
    expect((await stored({ onlyFailed: true })).map(({ outcome }) => outcome)).toEqual(['503']);
    expect((await stored({ onlyFailed: false, direction: 'from_shop' })).map(({ calls }) => calls)).toEqual([1]);
    expect((await stored()).find(({ calls }) => calls === 3)).toMatchObject({ meanMs: 4, slowestMs: 10, direction: 'to_shop' });
  });

  it('a thousand calls at a thousand paths cost a bounded number of rows, failures stay apart, and none is uncounted', async () => {
    for (let turn = 0; turn < 1_000; turn += 1) log.note('to_shop', call(`path-${turn}`, turn % 2 ? refused : {}));
    await log.store();
    const rows = await stored();
    expect(rows).toHaveLength(42);
    expect(rows.filter(({ outcome }) => outcome === 'various').map(({ hasFailed, calls }) => [hasFailed, calls])).toEqual([
      [true, 480],
      [false, 480],
    ]);
  });

  it('stores nothing of connections that are gone, and what it holds of others all the same', async () => {
    log.note('to_shop', call('orders', { connectionId: uuidv7() }));
    log.note('to_shop', call('orders'));
    await log.store();
    expect(await stored()).toHaveLength(1);
    await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [id]);
    await database.dataSource.query('delete from shop_calls where system_connection_id = $1', [id]);
    log.note('to_shop', call('orders'));
    await log.store();
    expect(await stored()).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('says that it could not store, and stores the same later, at the latest when it ends', async () => {
    let isAway = true;
    const failing = open({
      query: <R>(text: string, parameters?: unknown[]): Promise<R> =>
        isAway ? Promise.reject(new Error('away')) : database.dataSource.query(text, parameters),
    });
    failing.note('to_shop', call('orders'));
    await failing.store();
    expect(warnings).toMatchObject([{ msg: 'calls of shops not stored' }]);
    isAway = false;
    failing.note('to_shop', call('orders'));
    await failing.beforeApplicationShutdown();
    expect(await summary()).toEqual([['orders', '200', 2, 4]]);
  });

  it('shows and keeps seven days', async () => {
    log.note('to_shop', call('orders'));
    await log.store();
    const never = new AbortController().signal;
    expect(await deleteOldShopCalls(database.dataSource, never)).toBe(0);
    const old = uuidv7({ msecs: Date.now() - 7 * 86_400_000 - 60_000 });
    await database.dataSource.query('update shop_calls set id = $2 where system_connection_id = $1', [id, old]);
    expect(await stored()).toEqual([]);
    expect(await deleteOldShopCalls(database.dataSource, never)).toBe(1);
  });
});
