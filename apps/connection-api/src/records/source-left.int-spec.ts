import { deriveDefaultSyncRules, setSyncRuleActive } from '@sync/domain';
import { until } from '@sync/test-harness';
import { initialise, link, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { storeCustomers } from '../testing/stored-customers';
import { FeedChanges } from './feed-changes';

interface FeedRecord {
  id: string;
  source_id: string;
  system_connection_id: string;
}
interface Departure {
  source_left: { system_connection_id: string; reason: string; at: string };
}
interface Feed {
  data: FeedRecord[];
  left: Departure[];
  next_cursor: string;
  has_more: boolean;
}
type Line = { cursor: string } & ({ record: FeedRecord } | Departure);

let api: ConnectionApiUnderTest;
let shops: Shop[];
let owner: EmbeddingSystem;
let sources: string[];

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
});
beforeEach(async () => {
  shops = [await Shop.start(), await Shop.start()];
  owner = await initialise(api);
  sources = [];
  for (const shop of shops) sources.push((await link(api, owner, shop)).id);
  await derive();
});
afterEach(() => Promise.all(shops.map((shop) => shop.stop())));
afterAll(() => api.stop());

/** As a worker does after a change. */
const derive = () => deriveDefaultSyncRules(api.database.dataSource, owner.tenantId);
const shopOf = (source: string) => api.value<string>('select id from shops where system_connection_id = $1', [source]);
const read = async (query = '', type = 'customers') => (await api.get<Feed>(`/api/records/${type}?${query}`, owner.token)).body;
const change = (source: string, method: 'disconnect' | 'reconnect') =>
  api.ask('POST', `/api/system-connections/${source}/${method}`, { token: owner.token });
const disconnect = (source: string) => change(source, 'disconnect');
const reconnect = (source: string) => change(source, 'reconnect');
const setRule = async (source: string, isActive: boolean) => {
  const id = await api.value<string>('select id from sync_rules where source_connection_id = $1 and is_default', [source]);
  await api.database.dataSource.transaction((manager) => setSyncRuleActive(manager, id, isActive));
};
const ruleOff = (source: string) => setRule(source, false);
const ruleOn = (source: string) => setRule(source, true);
const uninstall = (source: string) => api.ask('DELETE', `/api/system-connections/${source}`, { token: owner.token });

/** Waits until the feed shows what was done before. */
async function settle(): Promise<void> {
  const [{ next = '0' } = {}] = await api.query<{ next: string }>(
    'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + "offset")::text as next from feed_clock',
  );
  await until(() => api.value<boolean>('select pg_current_xact_id() is not null and feed_horizon() > $1', [next]));
}

const departures = ({ left }: Feed) => left.map(({ source_left: { system_connection_id: id, reason } }) => [id, reason]);

describe('a source that leaves', () => {
  it.each([
    ['disconnected', disconnect, 'disconnected'],
    ['uninstalled', uninstall, 'uninstalled'],
    ['without an active rule', ruleOff, 'rule_off'],
  ])('%s: the feed of each type says so once, in order, and wakes a waiting reader', async (_, leave, reason) => {
    const [source, other] = sources as [string, string];
    await storeCustomers(api, await shopOf(source), 'a');
    const cursors = new Map<string, string>();
    for (const type of ['customers', 'orders', 'products']) cursors.set(type, (await read('', type)).next_cursor);
    const waiting = read(`wait=30&cursor=${String(cursors.get('customers'))}`);
    const room = api.app.get(FeedChanges, { strict: false }) as unknown as { readers: { count: number } };
    await until(() => room.readers.count === 1);
    await leave(source);
    expect(departures(await waiting)).toEqual([[source, reason]]);
    await storeCustomers(api, await shopOf(other), 'b');
    for (const [type, cursor] of cursors) {
      const page = await read(`cursor=${cursor}`, type);
      expect(departures(page)).toEqual([[source, reason]]);
      expect(page.data.map(({ source_id }) => source_id)).toEqual(type === 'customers' ? ['b'] : []);
      expect(await read(`cursor=${page.next_cursor}`, type)).toMatchObject({ data: [], left: [], has_more: false });
      expect(departures(await read(`cursor=${cursor}&source_connection_id=${other}`, type))).toEqual([]);
    }
  });

  it.each([
    ['disconnected', disconnect, reconnect],
    ['without an active rule', ruleOff, ruleOn],
  ])('%s, and comes back: its records come again, for updated_since, too; those of others do not', async (_, leave, comeBack) => {
    const [source, other] = sources as [string, string];
    await storeCustomers(api, await shopOf(source), 'a', 'b', 'c');
    await storeCustomers(api, await shopOf(other), 'd');
    await api.query(`update customers set synced_at = '2020-01-01'`);
    const { next_cursor: cursor } = await read();
    await leave(source);
    await settle();
    const away = await read(`cursor=${cursor}`);
    expect([away.data, departures(away).length]).toEqual([[], 1]);
    await comeBack(source);
    await settle();
    const ids: string[] = [];
    let place = away.next_cursor;
    for (let hasMore = true; hasMore;) {
      const page = await read(`limit=1&cursor=${place}`);
      ids.push(...page.data.map(({ source_id }) => source_id));
      expect(page.left).toEqual([]);
      [place, hasMore] = [page.next_cursor, page.has_more];
    }
    expect(ids).toEqual(['a', 'b', 'c']);
    expect((await read('updated_since=2021-01-01T00:00:00Z')).data.map(({ source_id }) => source_id)).toEqual(['a', 'b', 'c']);
    expect((await read(`cursor=${place}`)).data).toEqual([]);
  });

  it('a connection that a newer one to the same shop replaces does not leave: records keep their places; once that one leaves, both have left', async () => {
    const [source] = sources as [string];
    await storeCustomers(api, await shopOf(source), 'a');
    const { next_cursor: cursor } = await read();
    const newer = (await link(api, owner, shops[0]!)).id;
    await settle();
    expect(await read(`cursor=${cursor}`)).toMatchObject({ data: [], left: [], has_more: false });
    expect((await read()).data).toMatchObject([{ source_id: 'a', system_connection_id: newer }]);
    await disconnect(newer);
    await settle();
    expect(departures(await read(`cursor=${cursor}`))).toEqual([source, newer].sort().map((id) => [id, 'disconnected']));
  });
});

/** Applies what it reads, from whichever pages or lines it asks for. */
class Reader {
  readonly records = new Map<string, FeedRecord>();
  private cursor = '';

  constructor(private readonly limit: number | 'lines') {}

  async readOn(maxPages = Infinity): Promise<void> {
    if (this.limit === 'lines') return this.readLines(maxPages);
    for (let page = 0, hasMore = true; hasMore && page < maxPages; page += 1) {
      const found = await read(`limit=${this.limit}${this.cursor && `&cursor=${this.cursor}`}`);
      const gone = found.left.map(({ source_left: left }) => left.system_connection_id);
      this.drop(gone);
      for (const record of found.data) this.records.set(record.id, record);
      [this.cursor, hasMore] = [found.next_cursor, found.has_more];
    }
  }

  private async readLines(maxLines: number): Promise<void> {
    const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${api.url}/api/records/customers?${this.cursor && `cursor=${this.cursor}`}`, { headers });
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    for (const text of lines.slice(0, maxLines)) {
      const line = JSON.parse(text) as Line;
      if ('record' in line) this.records.set(line.record.id, line.record);
      else this.drop([line.source_left.system_connection_id]);
      this.cursor = line.cursor;
    }
  }

  private drop(connectionIds: string[]): void {
    for (const [id, record] of this.records) if (connectionIds.includes(record.system_connection_id)) this.records.delete(id);
  }
}

/** What the caller may read, by the tables. */
const truth = () =>
  api.query<{ id: string }>(
    `select distinct customers.id from customers join shops on shops.id = shop_id
     join system_connections source on source.id = shops.system_connection_id and source.status in ('active', 'error')
     join sync_rules rule on rule.source_connection_id = source.id and rule.is_active and rule.target_connection_id = $1 order by 1`,
    [owner.connectionId],
  );

it.each([1, 2, 3])('a reader that applies records and drops those of sources that left ends with the truth (walk %i)', async (walk) => {
  let state = walk * 7_919;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const readers = [1, 2, 7, 1_000, 'lines' as const].map((limit) => new Reader(limit));
  const steps = [
    async (at: number) =>
      storeCustomers(
        api,
        await shopOf(sources[at]!),
        ...[0, 1, 2].map(() => String(random(12))).filter((id, index, all) => all.indexOf(id) === index),
      ),
    (at: number) => disconnect(sources[at]!),
    (at: number) => reconnect(sources[at]!),
    (at: number) => ruleOff(sources[at]!),
    (at: number) => ruleOn(sources[at]!),
    async (at: number) => (sources[at] = (await link(api, owner, shops[at]!)).id),
    derive,
  ];
  for (let step = 0; step < 40; step += 1) {
    const chosen = random(10);
    await steps[chosen < steps.length ? chosen : 0]!(random(2));
    for (const reader of readers) if (random(3) === 0) await reader.readOn(1 + random(2));
    if (step % 10 !== 9) continue;
    await settle();
    const expected = await truth();
    for (const reader of readers) {
      await reader.readOn();
      expect([...reader.records.keys()].sort()).toEqual(expected.map(({ id }) => id));
    }
  }
});
