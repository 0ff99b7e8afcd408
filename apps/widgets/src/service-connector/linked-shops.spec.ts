import type { ServiceResponse } from '../service/request';
import { isSyncing, type LinkedShop } from './linked-shop';
import { LinkedShops } from './linked-shops';

const now = Date.parse('2026-01-05T12:00:00.000Z');
const shop = (members: Partial<LinkedShop> = {}) =>
  ({
    id: 'a',
    status: 'active',
    sync: null,
    last_synced_at: '2026-01-05T11:00:00.000Z',
    last_connected_at: null,
    ...members,
  }) as LinkedShop;
const syncing = shop({ sync: { pages_total: null, pages_done: 0 } });
const response = (status: number, ...data: LinkedShop[]): ServiceResponse => ({
  status,
  body: { data },
  retryAfterMs: null,
  clockAheadMs: 0,
  etag: null,
});

describe('a shop is syncing', () => {
  it.each<[string, Partial<LinkedShop>, boolean]>([
    ['during a run', { sync: { pages_total: 2, pages_done: 1 } }, true],
    ['not after a run', {}, false],
    ['shortly after it was connected', { last_synced_at: null, last_connected_at: '2026-01-05T11:59:00.000Z' }, true],
    ['not when nothing started for minutes', { last_synced_at: null, last_connected_at: '2026-01-05T11:57:00.000Z' }, false],
    ['not while it is disconnected', { status: 'disconnected', sync: { pages_total: 2, pages_done: 1 } }, false],
  ])('%s', (_title, members, expected) => {
    expect(isSyncing(shop(members), now)).toBe(expected);
  });
});

describe('the connected shops', () => {
  let asked: number;
  let responses: ServiceResponse[];
  let shops: LinkedShops;
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [asked, responses] = [0, []];
    shops = new LinkedShops('commerce_a', {
      read: () => {
        asked += 1;
        return Promise.resolve(responses.shift() ?? response(200, shop()));
      },
      untilShown: () => Promise.resolve(),
      rerender: () => undefined,
    });
  });
  afterEach(() => jest.useRealTimers());

  const load = async (...given: ServiceResponse[]) => {
    responses.push(...given);
    void shops.load();
    await pass(0);
  };

  it('are asked for once when there are none, or no usable response', async () => {
    for (const given of [response(200), response(404), response(503)]) {
      await load(given);
      expect(shops.list).toEqual([]);
      await pass(600_000);
    }
    expect(asked).toBe(3);
  });

  it('are asked for every 5 seconds while one syncs, every minute otherwise', async () => {
    await load(response(200, shop(), syncing), response(200, shop()));
    await pass(4_999);
    expect(asked).toBe(1);
    await pass(1);
    expect(asked).toBe(2);
    await pass(59_999);
    expect(asked).toBe(2);
    await pass(1);
    expect(asked).toBe(3);
  });

  it('stay when the service fails, which is asked less and less often', async () => {
    await load(response(200, syncing), response(500), { ...response(429), retryAfterMs: 90_000 });
    await pass(5_000);
    expect([asked, shops.list]).toEqual([2, [syncing]]);
    await pass(9_999);
    expect(asked).toBe(2);
    await pass(1);
    expect(asked).toBe(3);
    await pass(89_999);
    expect(asked).toBe(3);
    await pass(1);
    expect(asked).toBe(4);
  });

  it('keep what the user has changed during a request', async () => {
    let respond: (given: ServiceResponse) => void = () => undefined;
    await load(response(200, syncing), new Promise((resolve) => (respond = resolve)) as unknown as ServiceResponse);
    await pass(5_000);
    shops.replace('a', shop({ status: 'disconnected' }));
    respond(response(200, syncing));
    await pass(0);
    expect(shops.list).toEqual([shop({ status: 'disconnected' })]);
    shops.replace('a');
    expect(shops.list).toEqual([]);
  });

  it('are asked for by one series of requests, however often they are loaded', async () => {
    await load();
    await load();
    await pass(60_000);
    expect(asked).toBe(3);
  });
});
