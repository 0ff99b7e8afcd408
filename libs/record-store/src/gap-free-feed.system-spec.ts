import { isDeepStrictEqual } from 'node:util';
import type { FeedRecord } from './feed-page';
import type { FeedPlace } from './feed-place';
import { authorText } from './record-story';
import { customer } from './testing/record-fixtures';
import { recordsOf, StoreDatabase, sourcesOf } from './testing/store-database';
import { writeStatement } from './write-statement';
import { rowParameters, toPageRows } from './page-rows';
import { createTestDatabase, until } from '@sync/test-harness';
import { Pool, type PoolClient } from 'pg';

const writers = 6;
const transactionsPerWriter = 12;

describe('a caller that keeps its cursor gets every committed change', () => {
  let database: StoreDatabase;
  let sources: string[];

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    sources = [await database.connection(), await database.connection()];
  });

  /** Writes like RecordStore, but in a transaction that the test holds open. */
  async function writeInside(client: PoolClient, connectionId: string, sourceId: string, version: string): Promise<void> {
    const rows = toPageRows('customers', [customer(sourceId, { email: version })]);
    const values = [connectionId, ...rowParameters(rows, []), 'infinity', 0, 0, authorText('service')];
    await client.query(writeStatement('customers'), values);
  }

  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Runs transactions of random length on its own keys. Returns the committed versions. */
  async function runWriter(writer: number): Promise<string[]> {
    const committed: string[] = [];
    const client = await database.pool.connect();
    for (let turn = 0; turn < transactionsPerWriter; turn += 1) {
      const versions: string[] = [];
      await client.query('begin');
      // Some transactions have their id long before they write records.
      if (Math.random() < 0.5) {
        await client.query('select pg_current_xact_id()');
        await pause(Math.random() * 30);
      }
      for (let row = 0; row < 3; row += 1) {
        const version = `${writer}-${turn}-${row}@example.test`;
        await writeInside(client, sources[(turn + row) % 2] ?? '', `${writer}-${turn}-${row}`, version);
        versions.push(version);
        await pause(Math.random() * 15);
      }
      const rollsBack = Math.random() < 0.2;
      await client.query(rollsBack ? 'rollback' : 'commit');
      committed.push(...(rollsBack ? [] : versions));
    }
    client.release();
    return committed;
  }

  async function poll(limit: number, place: { after?: FeedPlace }): Promise<FeedRecord[]> {
    const page = await database.store.readFeed({ capability: 'customers', sources: sourcesOf(sources), after: place.after, limit });
    place.after = page.next ?? undefined;
    return recordsOf(page);
  }

  /** Source ids of the next records, as soon as there are so many. */
  async function pollUntil(count: number, place: { after?: FeedPlace }): Promise<unknown[]> {
    const seen: FeedRecord[] = [];
    await database.untilVisible();
    await until(async () => seen.push(...(await poll(10, place))) >= count);
    return seen.map(({ source_id }) => source_id);
  }

  it('shows each committed record exactly once (6 concurrent writers, foreign transactions that come and stay)', async () => {
    let writing = true;
    const foreign = await foreignTransactions();
    const work = Promise.all(Array.from({ length: writers }, (_, writer) => runWriter(writer))).finally(() => {
      writing = false;
    });
    const place: { after?: FeedPlace } = {};
    const seen: FeedRecord[] = [];
    while (writing) {
      seen.push(...(await poll(7, place)));
    }
    const committed = (await work).flat();
    const seenMeanwhile = seen.length;
    await until(async () => seen.push(...(await poll(7, place))) >= committed.length);
    await foreign.end();
    seen.push(...(await poll(1_000, place)));
    expect(committed.length).toBeGreaterThan(0);
    expect(seenMeanwhile).toBeGreaterThan(0);
    expect(seen.map(({ email }) => email).sort()).toEqual(committed.sort());
  });

  it('ends with the latest version of records that keep changing', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => String(index));
    let writing = true;
    const work = Promise.all(
      [0, 1, 2].map(async (writer) => {
        for (let turn = 0; turn < 25; turn += 1) {
          const page = ids.filter(() => Math.random() < 0.5).map((id) => customer(id, { email: `${writer}-${turn}@example.test` }));
          await database.write(sources[writer % 2] ?? '', 'customers', page);
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const place: { after?: FeedPlace } = {};
    const copy = new Map<string, unknown>();
    const take = (records: FeedRecord[]): number => records.forEach((record) => copy.set(record.id, record)) ?? records.length;
    while (writing) {
      take(await poll(4, place));
    }
    await work;
    const truth = await database.feed('customers', sources);
    const last = truth.at(-1);
    // It may have come while the others were still writing.
    await until(async () => {
      take(await poll(4, place));
      return isDeepStrictEqual(copy.get(last?.id ?? ''), last);
    });
    expect(truth.length).toBeGreaterThan(0);
    expect([...copy.values()]).toHaveLength(truth.length);
    expect([...copy.values()]).toEqual(expect.arrayContaining(truth));
  });

  /** Transactions in another database of the server that get an id, and then run or are prepared until they are ended. */
  async function foreignTransactions(): Promise<{ end: () => Promise<void> }> {
    const other = await createTestDatabase();
    const pool = new Pool({ connectionString: other.ownerUrl, max: 2 }).on('error', () => undefined);
    await pool.query('create table notes (text text)');
    const running = await pool.connect();
    await running.query('begin');
    await running.query(`insert into notes values ('runs')`);
    const prepared = await pool.connect();
    await prepared.query('begin');
    await prepared.query(`insert into notes values ('is prepared')`);
    await prepared.query(`prepare transaction 'forgotten'`);
    prepared.release();
    return {
      end: async () => {
        await pool.query(`rollback prepared 'forgotten'`);
        running.release(true);
        await pool.end();
        await other.stop();
      },
    };
  }

  it('is not held up by transactions of other databases or other tables, running or prepared', async () => {
    const [source = ''] = sources;
    const foreign = await foreignTransactions();
    const own = await database.pool.connect();
    try {
      await own.query('begin');
      await own.query(`insert into tenants (id, name) values (gen_random_uuid(), 'not a record')`);
      await database.write(source, 'customers', [customer('seen')]);
      expect((await database.feed('customers', [source])).map(({ source_id }) => source_id)).toEqual(['seen']);
      // A transaction that writes records after it was passed over takes a later place.
      const place: { after?: FeedPlace } = {};
      expect(await pollUntil(1, place)).toEqual(['seen']);
      await writeInside(own, source, 'late', 'late@example.test');
      await database.write(source, 'customers', [customer('quick')]);
      expect(await poll(10, place)).toEqual([]);
      await own.query('commit');
      expect((await pollUntil(2, place)).sort()).toEqual(['late', 'quick']);
    } finally {
      own.release(true);
      await foreign.end();
    }
  });

  it('withholds what a prepared transaction wrote, and what follows, until it is committed', async () => {
    const [source = ''] = sources;
    const client = await database.pool.connect();
    await client.query('begin');
    await writeInside(client, source, 'prepared', 'prepared@example.test');
    await client.query(`prepare transaction 'records'`);
    client.release();
    await database.write(source, 'customers', [customer('quick')]);
    const place: { after?: FeedPlace } = {};
    expect(await poll(10, place)).toEqual([]);
    await database.pool.query(`commit prepared 'records'`);
    expect(await pollUntil(2, place)).toEqual(['prepared', 'quick']);
  });

  it('withholds a commit until earlier transactions end, then shows both in order', async () => {
    const [source = ''] = sources;
    await database.write(source, 'customers', [customer('before')]);
    const place: { after?: FeedPlace } = {};
    expect(await pollUntil(1, place)).toEqual(['before']);

    const slow = await database.pool.connect();
    try {
      await slow.query('begin');
      await writeInside(slow, source, 'slow', 'slow@example.test');
      await database.write(source, 'customers', [customer('quick')]);
      expect(await poll(10, place)).toEqual([]);
      await slow.query('commit');
    } finally {
      slow.release(true);
    }
    expect(await pollUntil(2, place)).toEqual(['slow', 'quick']);
    expect(await poll(10, place)).toEqual([]);
  });
});
