import { until } from '@sync/test-harness';
import { alignFeedClock } from './feed-clock';
import type { FeedPlace } from './feed-place';
import { customer, order, product } from './testing/record-fixtures';
import { recordsOf, StoreDatabase, sourcesOf } from './testing/store-database';

describe('alignFeedClock', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeEach(async () => {
    database = await StoreDatabase.create();
    connectionId = await database.connection();
  });
  afterEach(() => database.stop());

  async function align(): Promise<{ moved: boolean }> {
    const client = await database.owner.connect();
    try {
      return await alignFeedClock(client);
    } finally {
      client.release();
    }
  }

  /** Moves the stored positions ahead, as after a restore into a cluster whose transaction ids restarted. */
  async function restoreIntoFreshCluster(): Promise<void> {
    for (const table of ['customers', 'products', 'orders']) {
      await database.pool.query(`update ${table} set feed_position = feed_position + 5000000000`);
    }
    await database.owner.query('update feed_clock set cluster = 1');
  }

  it('changes nothing in an empty database or when all positions are in the past', async () => {
    expect(await align()).toEqual({ moved: false });
    await database.write(connectionId, 'customers', [customer('1')]);
    expect(await align()).toEqual({ moved: false });
  });

  it.each(['customers', 'products', 'orders'] as const)(
    'makes %s readable again after a restore into a fresh cluster, and later changes follow them',
    async (capability) => {
      await database.write(connectionId, 'customers', [customer('1')]);
      await database.write(connectionId, 'products', [product('1')]);
      await database.write(connectionId, 'orders', [order('1')]);
      const [{ position } = { position: '' }] = await database.rows<{ position: string }>(
        `select feed_position + 5000000000 as position from ${capability}`,
      );
      await restoreIntoFreshCluster();
      // Withheld, so `database.feed` would wait for it.
      const query = { capability, sources: sourcesOf([connectionId]), limit: 10 };
      expect(await recordsOf(await database.store.readFeed(query))).toEqual([]);

      expect(await align()).toEqual({ moved: true });
      expect(await align()).toEqual({ moved: false });

      expect((await database.feed(capability, [connectionId])).map(({ source_id }) => source_id)).toEqual(['1']);
      const cursor: FeedPlace = { position, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
      await database.write(connectionId, 'customers', [customer('2')]);
      await database.write(connectionId, 'products', [product('2')]);
      await database.write(connectionId, 'orders', [order('2')]);
      expect((await database.feed(capability, [connectionId], cursor)).map(({ source_id }) => source_id)).toEqual(['2']);
    },
  );

  it('places later changes after everything a caller saw since the backup', async () => {
    await database.write(connectionId, 'customers', [customer('1')]);
    await restoreIntoFreshCluster();
    const [{ position } = { position: '' }] = await database.rows<{ position: string }>(
      'select feed_position + 1000000 as position from customers',
    );
    await align();
    await database.write(connectionId, 'customers', [customer('2')]);

    const later = await database.feed('customers', [connectionId], { position, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' });
    expect(later.map(({ source_id }) => source_id)).toEqual(['2']);
  });

  async function isAligningBlocked(): Promise<boolean> {
    const ungranted = `select from pg_locks where not granted and relation = 'feed_clock'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    return (await database.rows(ungranted)).length > 0;
  }

  it('in the cluster that it was compared in, reads no record and waits for no writer', async () => {
    await align();
    const writer = await database.owner.connect();
    await writer.query('begin');
    await writer.query('lock table feed_clock in row exclusive mode');
    await writer.query('lock table customers, orders, products in access exclusive mode');
    expect(await align()).toEqual({ moved: false });
    await writer.query('rollback');
    writer.release();
  });

  it('waits for a writer that read the old clock; the next writer reads the new one', async () => {
    await database.write(connectionId, 'customers', [customer('1')]);
    await restoreIntoFreshCluster();
    const writer = await database.pool.connect();
    await writer.query('begin');
    await writer.query('select feed_position()');
    let moved = false;
    const aligning = align().then((result) => {
      moved = result.moved;
    });
    await until(isAligningBlocked);
    expect(moved).toBe(false);
    const waiting = database.write(connectionId, 'customers', [customer('2')]);
    await writer.query('commit');
    writer.release();
    await aligning;
    await waiting;

    expect(moved).toBe(true);
    expect((await database.feed('customers', [connectionId])).map(({ source_id }) => source_id)).toEqual(['1', '2']);
  });
});
