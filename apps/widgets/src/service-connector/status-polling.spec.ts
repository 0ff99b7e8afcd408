import type { ServiceResponse } from '../service/request';
import { pollDelayMs, pollResultOf, StatusPolling, type PendingConnection, type PollResult } from './status-polling';

const response = (status: number, body: unknown = null, retryAfterMs: number | null = null): ServiceResponse => ({
  status,
  body,
  retryAfterMs,
  clockAheadMs: 0,
  etag: null,
});
const reports = (status: string) => response(200, { id: 'a', status });

describe('the result of one poll', () => {
  it.each([
    [reports('pending'), 'waiting'],
    [reports('active'), 'active'],
    [reports('inactive'), 'ended'],
    [reports('disconnected'), 'ended'],
    [reports('error'), 'broken'],
    [reports('constructor'), 'retrying'],
    [response(200, '<html>'), 'retrying'],
    [response(200), 'retrying'],
    [response(401), 'refused'],
    [response(403), 'refused'],
    [response(404), 'ended'],
    [response(429), 'retrying'],
    [response(500), 'retrying'],
    [response(503), 'retrying'],
    [response(0), 'retrying'],
  ])('%j: %s', (given, result) => {
    expect(pollResultOf(given)).toBe(result);
  });
});

describe('the delay before the next poll', () => {
  it('is 3 seconds, and doubles after each failure up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 2_000].map((failures) => pollDelayMs(failures, null))).toEqual([
      3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('respects a longer Retry-After', () => {
    expect(pollDelayMs(1, 120_000)).toBe(120_000);
    expect(pollDelayMs(3, 1_000)).toBe(24_000);
  });
});

describe('polling', () => {
  let polled: string[];
  let results: [string, PollResult][];
  let responses: (ServiceResponse | Promise<ServiceResponse>)[];
  let polling: StatusPolling;
  let shown: Promise<void>;
  const pending = (id: string, lifetimeMs = 3_600_000): PendingConnection => ({
    id,
    token: `scc_${id}`,
    expiresAt: Date.now() + lifetimeMs,
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [polled, results, responses, shown] = [[], [], [], Promise.resolve()];
    polling = new StatusPolling({
      requestStatus: async (id) => {
        polled.push(id);
        return responses.shift() ?? reports('pending');
      },
      untilShown: () => shown,
      polled: ({ id }, result) => results.push([id, result]),
    });
  });
  afterEach(() => jest.useRealTimers());

  it('polls every 3 seconds, first 3 seconds after the connection was created', async () => {
    polling.watch(pending('a'));
    await pass(2_999);
    expect(polled).toEqual([]);
    await pass(6_001);
    expect(polled).toEqual(['a', 'a', 'a']);
    expect(results).toEqual(Array(3).fill(['a', 'waiting']));
  });

  it('never has two requests in flight', async () => {
    let respond: (given: ServiceResponse) => void = () => undefined;
    responses.push(new Promise((resolve) => (respond = resolve)));
    polling.watch(pending('a'));
    await pass(60_000);
    polling.watch(pending('b'));
    polling.resume();
    await pass(60_000);
    expect(polled).toEqual(['a']);
    respond(reports('pending'));
    await pass(2_999);
    expect(polled).toEqual(['a']);
    await pass(1);
    expect(polled).toEqual(['a', 'b', 'a']);
  });

  it.each([
    ['active', reports('active')],
    ['ended', response(404)],
    ['ended', reports('inactive')],
    ['broken', reports('error')],
    ['refused', response(401)],
    ['refused', response(403)],
  ])('stops after %s', async (result, last) => {
    responses.push(reports('pending'), last);
    polling.watch(pending('a'));
    await pass(600_000);
    expect(results).toEqual([
      ['a', 'waiting'],
      ['a', result],
    ]);
    expect(polled).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('continues after a refusal when resumed', async () => {
    responses.push(response(401), reports('active'));
    polling.watch(pending('a'));
    await pass(10_000);
    polling.resume();
    await pass(3_000);
    expect(results.map(([, result]) => result)).toEqual(['refused', 'active']);
  });

  it('backs off while the service fails, and returns to 3 seconds after a response', async () => {
    responses.push(response(500), response(0), reports('pending'));
    polling.watch(pending('a'));
    await pass(3_000 + 6_000 + 12_000 + 3_000);
    expect(results.map(([, result]) => result)).toEqual(['retrying', 'retrying', 'waiting', 'waiting']);
  });

  it('polls the newest connection every 3 seconds and the nine before it in turn', async () => {
    const earlier = [...'jihgfedcb'];
    for (const id of ['a', ...earlier.toReversed(), 'k']) polling.watch(pending(id));
    for (const other of [...earlier, ...earlier]) {
      polled = [];
      await pass(2_999);
      expect(polled).toEqual([]);
      await pass(1);
      expect(polled).toEqual(['k', other]);
    }
  });

  it('polls an earlier connection only after the response for the newest', async () => {
    let respond: (given: ServiceResponse) => void = () => undefined;
    responses.push(new Promise((resolve) => (respond = resolve)));
    for (const id of ['a', 'b']) polling.watch(pending(id));
    await pass(60_000);
    expect(polled).toEqual(['b']);
    respond(reports('pending'));
    await pass(0);
    expect(polled).toEqual(['b', 'a']);
  });

  it('skips earlier connections while the service fails, and backs off when one of them fails', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    responses.push(response(503), reports('pending'), response(429, null, 20_000));
    await pass(3_000);
    expect(polled).toEqual(['b']);
    await pass(6_000);
    expect(polled).toEqual(['b', 'b', 'a']);
    await pass(19_999);
    expect(polled).toHaveLength(3);
    await pass(1);
    expect(polled).toEqual(['b', 'b', 'a', 'b', 'a']);
  });

  it('drops an earlier connection that is gone and keeps polling the others', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    responses.push(reports('pending'), response(404));
    await pass(9_000);
    expect(polled).toEqual(['b', 'a', 'b', 'b']);
  });

  it('polls the previous connection when the newest is gone', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    responses.push(response(404));
    await pass(9_000);
    expect(polled).toEqual(['b', 'a', 'a', 'a']);
  });

  it('stops for all connections as soon as one is active', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    responses.push(reports('pending'), reports('active'));
    await pass(60_000);
    expect(results).toEqual([
      ['b', 'waiting'],
      ['a', 'active'],
    ]);
  });

  it('polls once more after the token has expired, then stops', async () => {
    polling.watch(pending('a', 7_000));
    await pass(60_000);
    expect(results.map(([, result]) => result)).toEqual(['waiting', 'waiting', 'expired']);
  });

  it('repeats the last poll when it gets no response', async () => {
    responses.push(response(503), reports('active'));
    polling.watch(pending('a', 1_000));
    await pass(60_000);
    expect(results.map(([, result]) => result)).toEqual(['retrying', 'active']);
  });

  it('pauses while the page is hidden and continues at once when it is shown', async () => {
    let show: () => void = () => undefined;
    shown = new Promise((resolve) => (show = resolve));
    polling.watch(pending('a'));
    await pass(60_000);
    expect(polled).toEqual([]);
    show();
    await pass(0);
    expect(polled).toEqual(['a']);
  });

  it('stops when the request is aborted', async () => {
    responses.push(Promise.reject(new Error('aborted')));
    polling.watch(pending('a'));
    await pass(60_000);
    expect([polled, results]).toEqual([['a'], []]);
  });
});
