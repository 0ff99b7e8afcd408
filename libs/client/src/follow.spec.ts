import { ConnectionSyncError } from './connection-sync-error';
import type { FollowedItem } from './follow';
import { cutOff, lines, problem, ScriptedService, silence } from './testing/scripted-service';

let service: ScriptedService;
beforeAll(async () => (service = await ScriptedService.start()));
afterAll(() => service.stop());

const line = (number: number) => ({ cursor: `c${number}`, record: { id: `r${number}` } });
const left = { system_connection_id: 's1', reason: 'disconnected', at: '2026-01-05T12:00:00Z' };

/** The first items, after which the reader leaves. */
async function first(count: number, feed: AsyncIterable<FollowedItem<'orders'>>): Promise<FollowedItem<'orders'>[]> {
  const items: FollowedItem<'orders'>[] = [];
  for await (const item of feed) {
    items.push(item);
    if (items.length === count) break;
  }
  return items;
}

const asked = () => service.seen.map(({ url }) => url.searchParams.get('cursor'));

describe('records.follow', () => {
  it('yields each record with its cursor, over responses of two records, and asks from the last one on', async () => {
    const client = service.client([lines(line(1), line(2)), lines(line(3), line(4)), lines(line(5))]);
    const items = await first(5, client.records.follow('orders', { cursor: 'c0', source_connection_id: 's1', limit: 2 }));
    expect(items).toEqual([1, 2, 3, 4, 5].map((number) => ({ record: { id: `r${number}` }, cursor: `c${number}` })));
    expect(asked()).toEqual(['c0', 'c2', 'c4']);
    expect(service.seen[0]).toMatchObject({ method: 'GET', headers: { accept: 'application/x-ndjson' } });
    expect(Object.fromEntries(service.seen[0]!.url.searchParams)).toEqual({
      source_connection_id: 's1',
      limit: '2',
      cursor: 'c0',
      wait: '25',
    });
  });

  it('starts at the beginning without a cursor, and says when a source left', async () => {
    const client = service.client([lines(line(1), { cursor: 'c2', source_left: left })]);
    expect(await first(2, client.records.follow('orders'))).toEqual([
      { record: { id: 'r1' }, cursor: 'c1' },
      { left, cursor: 'c2' },
    ]);
    expect(asked()).toEqual([null]);
  });

  it('goes on after the last complete line when the connection is killed, and misses and repeats nothing', async () => {
    const half = JSON.stringify(line(2));
    const start = `${JSON.stringify(line(1))}\n${half.slice(0, 9)}`;
    const client = service.client([cutOff(start), cutOff(), lines(line(2), line(3))]);
    expect((await first(3, client.records.follow('orders'))).map(({ cursor }) => cursor)).toEqual(['c1', 'c2', 'c3']);
    expect(asked()).toEqual([null, 'c1', 'c1']);
  });

  it.each([
    ['429', problem('too-many-requests', 429, { 'retry-after': '0' })],
    ['503', problem('service-unavailable', 503)],
    ['502 of a proxy', lines()],
    ['silence', silence],
  ] as const)('goes on after %s', async (what, response) => {
    const heard: string[] = [];
    const bad: typeof silence = what.startsWith('502') ? (one) => one.writeHead(502).end('<html>') : response;
    const client = service.client([lines(line(1)), bad, lines(line(2))], {
      timeoutMs: -24_700,
      maxRetries: 0,
      onRetry: ({ type }) => heard.push(type),
    });
    expect((await first(2, client.records.follow('orders'))).map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
    expect([asked(), heard.length]).toEqual([[null, 'c1', 'c1'], 1]);
  });

  it('asks again with the same cursor when nothing came', async () => {
    const client = service.client([lines(), lines(line(1))]);
    await first(1, client.records.follow('orders', { cursor: 'c0' }));
    expect(asked()).toEqual(['c0', 'c0']);
  });

  it('does not ask without a pause, should the service not wait', async () => {
    const client = service.client([lines()]);
    await first(1, client.records.follow('orders', { signal: AbortSignal.timeout(300) }));
    expect(service.seen).toHaveLength(1);
  });

  it('throws what waiting does not heal', async () => {
    const client = service.client([problem('unauthorized', 401)]);
    const failure: unknown = await first(1, client.records.follow('orders')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionSyncError);
    expect([failure, service.seen.length]).toMatchObject([{ type: '/problems/unauthorized' }, 1]);
  });

  it.each([
    ['before it starts', null, silence],
    ['while it waits for a record', 100, silence],
    ['while it waits for the service', 100, problem('service-unavailable', 503, { 'retry-after': '30' })],
  ] as const)('ends without an error when the signal aborts %s', async (_when, afterMs, response) => {
    const signal = afterMs === null ? AbortSignal.abort() : AbortSignal.timeout(afterMs);
    const client = service.client([response]);
    expect(await first(1, client.records.follow('orders', { signal }))).toEqual([]);
  });

  it('ends when the signal aborts between two records of one response', async () => {
    const controller = new AbortController();
    const client = service.client([lines(line(1), line(2))]);
    const cursors: string[] = [];
    for await (const { cursor } of client.records.follow('orders', { signal: controller.signal })) {
      cursors.push(cursor);
      controller.abort();
    }
    expect(cursors).toEqual(['c1']);
  });

  it('lets the time run only while it waits for the service', async () => {
    const client = service.client([lines(line(1), line(2))], { timeoutMs: -24_900 });
    const cursors: string[] = [];
    for await (const { cursor } of client.records.follow('orders')) {
      cursors.push(cursor);
      if (cursor === 'c2') break;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect([cursors, service.seen.length]).toEqual([['c1', 'c2'], 1]);
  });
});
