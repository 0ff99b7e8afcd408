import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { claimShopProbes, endShopOutage, scheduleShopProbe, ShopOutages } from './shop-outages';

const minute = 60;

describe('an outage of a shop', () => {
  let database: TestDatabase;
  let id: string;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    id = uuidv7();
    const insert = `insert into system_connections (id, name, status, last_connected_at) values ($1, 'Shop', 'active', now() - interval '1 day')`;
    await database.dataSource.query(insert, [id]);
  });
  afterAll(() => database.stop());

  /** Of a worker that has just started. */
  const watch = () => new ShopOutages(database.dataSource, 15 * minute);
  const pass = async (seconds: number) => {
    const earlier = `update shop_outages set since = since - make_interval(secs => $2), failed_at = failed_at - make_interval(secs => $2),
        probe_at = probe_at - make_interval(secs => $2)
      where system_connection_id = $1`;
    await database.dataSource.query(earlier, [id, seconds]);
  };
  /** A failure after each of these pauses, in seconds. Returns what the last one says. */
  const failures = async (pauses: readonly number[], callMs = 0) => {
    let isLong = false;
    for (const seconds of pauses) {
      await pass(seconds);
      isLong = await watch().failed(id, callMs);
    }
    return isLong;
  };

  it.each<[boolean, string, number[], number]>([
    [false, 'a hundred failures of one moment', Array<number>(100).fill(0), 1_000],
    [false, 'failures for 14 minutes', Array<number>(15).fill(minute).with(0, 0), 0],
    [true, 'failures for 15 minutes, by different workers', Array<number>(16).fill(minute).with(0, 0), 0],
    [false, 'two attempts', [0, 9 * minute], 0],
    [false, 'attempts with ten minutes of silence between them', [0, 5 * minute, 11 * minute, 4 * minute], 0],
    [false, 'calls that had begun before the first of them failed', [0, 8 * minute, 8 * minute], 17 * minute * 1_000],
  ])('is too long (%p) after %s', async (isLong, _what, pauses, callMs) => {
    expect(await failures(pauses, callMs)).toBe(isLong);
  });

  it('ends with a success in any worker', async () => {
    await failures([0, 5 * minute, 5 * minute]);
    await watch().succeeded(id);
    expect(await failures([5 * minute, minute, minute])).toBe(false);
  });

  it('a worker that notes successes rarely notes the first after a failure', async () => {
    const worker = watch();
    await worker.succeeded(id);
    await worker.failed(id, 0);
    await worker.succeeded(id);
    expect(await database.dataSource.query('select from shop_outages where system_connection_id = $1', [id])).toEqual([]);
  });

  it('before a reconnect does not count', async () => {
    await failures([0, 8 * minute]);
    await database.dataSource.query('update system_connections set last_connected_at = now() where id = $1', [id]);
    expect(await failures([0, 8 * minute])).toBe(false);
  });

  describe('of a connection in error', () => {
    const due = async () => (await claimShopProbes(database.dataSource, 10)).includes(id);
    const move = (status: string, code = 'shop_unreachable') =>
      database.dataSource.query('update system_connections set status = $2, status_reason = $3 where id = $1', [id, status, { code }]);

    beforeEach(async () => {
      await failures([0, 8 * minute, 8 * minute]);
      await move('error');
      await scheduleShopProbe(database.dataSource, id);
    });

    it('is probed after 5 minutes, then after pauses that double up to an hour', async () => {
      for (const pause of [5, 10, 20, 40, 60, 60]) {
        await pass(pause * minute - 30);
        expect(await due()).toBe(false);
        await pass(30);
        expect(await due()).toBe(true);
      }
    });

    it('ends with a probe, not with a call that began before', async () => {
      await watch().succeeded(id);
      await pass(5 * minute);
      expect(await due()).toBe(true);
      await endShopOutage(database.dataSource, id);
      await pass(60 * minute);
      expect(await due()).toBe(false);
    });

    it('is probed no more once the connection has left error, and then ends with any success', async () => {
      await move('active');
      await pass(5 * minute);
      expect(await due()).toBe(false);
      await watch().succeeded(id);
      expect(await database.dataSource.query('select from shop_outages where system_connection_id = $1', [id])).toEqual([]);
    });
  });

  it('is not probed when the shop refuses the key', async () => {
    await database.dataSource.query(
      `update system_connections set status = 'error', status_reason = '{"code": "credentials_refused"}' where id = $1`,
      [id],
    );
    await scheduleShopProbe(database.dataSource, id);
    await pass(60 * minute);
    expect(await claimShopProbes(database.dataSource, 10)).not.toContain(id);
  });

  it('of a connection that is gone is nothing', async () => {
    expect(await watch().failed(uuidv7(), 0)).toBe(false);
  });
});
