import type { FeedPlace, FeedRecord } from './feed-page';
import { customer } from './testing/record-fixtures';
import { recordsOf, StoreDatabase } from './testing/store-database';
import { writeStatement } from './write-statement';
import { toPageRows } from './page-rows';
import { rowParameters } from './page-writer';
import type { PoolClient } from 'pg';

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
    const values = [connectionId, ...rowParameters(rows, []), 'infinity'];
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
    const page = await database.store.readFeed({ capability: 'customers', sourceConnectionIds: sources, after: place.after, limit });
    place.after = page.next ?? undefined;
    return recordsOf(page);
  }

  it('shows each committed record exactly once (6 concurrent writers)', async () => {
    let writing = true;
    const work = Promise.all(Array.from({ length: writers }, (_, writer) => runWriter(writer))).finally(() => {
      writing = false;
    });
    const place: { after?: FeedPlace } = {};
    const seen: FeedRecord[] = [];
    while (writing) {
      seen.push(...(await poll(7, place)));
    }
    const committed = (await work).flat();
    await database.untilVisible();
    for (let rest = await poll(7, place); rest.length > 0; rest = await poll(7, place)) {
      seen.push(...rest);
    }

    expect(committed.length).toBeGreaterThan(0);
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
    await database.untilVisible();
    while (take(await poll(4, place)) > 0);

    const truth = await database.feed('customers', sources);
    expect(truth.length).toBeGreaterThan(0);
    expect([...copy.values()]).toHaveLength(truth.length);
    expect([...copy.values()]).toEqual(expect.arrayContaining(truth));
  });

  it('withholds a commit until earlier transactions end, then shows both in order', async () => {
    const [source = ''] = sources;
    await database.write(source, 'customers', [customer('before')]);
    await database.untilVisible();
    const place: { after?: FeedPlace } = {};
    expect((await poll(10, place)).map(({ source_id }) => source_id)).toEqual(['before']);

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
    await database.untilVisible();
    expect((await poll(10, place)).map(({ source_id }) => source_id)).toEqual(['slow', 'quick']);
    expect(await poll(10, place)).toEqual([]);
  });
});
