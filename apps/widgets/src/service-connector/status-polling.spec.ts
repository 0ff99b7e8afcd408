import type { Answer } from '../service/ask';
import { lookOf, pauseMs, StatusPolling, type Look, type Pending } from './status-polling';

const answer = (status: number, body: unknown = null, retryAfterMs: number | null = null): Answer => ({
  status,
  body,
  retryAfterMs,
  clockAheadMs: 0,
});
const seen = (status: string) => answer(200, { id: 'a', status });

describe('one look', () => {
  it.each([
    [seen('pending'), 'waiting'],
    [seen('active'), 'active'],
    [seen('inactive'), 'ended'],
    [seen('disconnected'), 'ended'],
    [seen('error'), 'broken'],
    [seen('constructor'), 'retrying'],
    [answer(200, '<html>'), 'retrying'],
    [answer(200), 'retrying'],
    [answer(401), 'refused'],
    [answer(403), 'refused'],
    [answer(404), 'ended'],
    [answer(429), 'retrying'],
    [answer(500), 'retrying'],
    [answer(503), 'retrying'],
    [answer(0), 'retrying'],
  ])('%j: %s', (given, look) => {
    expect(lookOf(given)).toBe(look);
  });
});

describe('the pause before the next look', () => {
  it('3 seconds, and twice as long after each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 2_000].map((failures) => pauseMs(failures, null))).toEqual([
      3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('"Retry-After respected", also when it is longer', () => {
    expect(pauseMs(1, 120_000)).toBe(120_000);
    expect(pauseMs(3, 1_000)).toBe(24_000);
  });
});

describe('the polling', () => {
  let looks: string[];
  let saw: [string, Look][];
  let answers: (Answer | Promise<Answer>)[];
  let polling: StatusPolling;
  let shown: Promise<void>;
  let attached: Promise<void>;
  const pending = (id: string, lastsMs = 3_600_000): Pending => ({ id, token: `scc_${id}`, expiresAt: Date.now() + lastsMs });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [looks, saw, answers, shown, attached] = [[], [], [], Promise.resolve(), Promise.resolve()];
    polling = new StatusPolling({
      ask: async (id) => {
        looks.push(id);
        return answers.shift() ?? seen('pending');
      },
      untilShown: () => shown,
      untilAttached: () => attached,
      saw: ({ id }, look) => saw.push([id, look]),
    });
  });
  afterEach(() => jest.useRealTimers());

  it('looks every 3 seconds, the first time 3 seconds after the connection was made', async () => {
    polling.watch(pending('a'));
    await pass(2_999);
    expect(looks).toEqual([]);
    await pass(6_001);
    expect(looks).toEqual(['a', 'a', 'a']);
    expect(saw).toEqual(Array(3).fill(['a', 'waiting']));
  });

  it('the next only after the previous ended: never two in flight', async () => {
    let come: (given: Answer) => void = () => undefined;
    answers.push(new Promise((resolve) => (come = resolve)));
    polling.watch(pending('a'));
    await pass(60_000);
    polling.watch(pending('b'));
    polling.resume();
    await pass(60_000);
    expect(looks).toEqual(['a']);
    come(seen('pending'));
    await pass(2_999);
    expect(looks).toEqual(['a']);
    await pass(1);
    expect(looks).toEqual(['a', 'b', 'a']);
  });

  it.each([
    ['active', seen('active')],
    ['ended', answer(404)],
    ['ended', seen('inactive')],
    ['broken', seen('error')],
    ['refused', answer(401)],
    ['refused', answer(403)],
  ])('ends with %s', async (look, last) => {
    answers.push(seen('pending'), last);
    polling.watch(pending('a'));
    await pass(600_000);
    expect(saw).toEqual([
      ['a', 'waiting'],
      ['a', look],
    ]);
    expect(looks).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('goes on after a refusal when it is told to', async () => {
    answers.push(answer(401), seen('active'));
    polling.watch(pending('a'));
    await pass(10_000);
    polling.resume();
    await pass(3_000);
    expect(saw.map(([, look]) => look)).toEqual(['refused', 'active']);
  });

  it('backs off, and is back to 3 seconds after an answer', async () => {
    answers.push(answer(500), answer(0), seen('pending'));
    polling.watch(pending('a'));
    await pass(3_000 + 6_000 + 12_000 + 3_000);
    expect(saw.map(([, look]) => look)).toEqual(['retrying', 'retrying', 'waiting', 'waiting']);
  });

  it('the newest is looked at every 3 seconds whatever there is before it; the nine before it besides, one after another', async () => {
    const earlier = [...'jihgfedcb'];
    for (const id of ['a', ...earlier.toReversed(), 'k']) polling.watch(pending(id));
    for (const besides of [...earlier, ...earlier]) {
      looks = [];
      await pass(2_999);
      expect(looks).toEqual([]);
      await pass(1);
      expect(looks).toEqual(['k', besides]);
    }
  });

  it('an earlier one is looked at after the answer for the newest, never at the same time', async () => {
    let come: (given: Answer) => void = () => undefined;
    answers.push(new Promise((resolve) => (come = resolve)));
    for (const id of ['a', 'b']) polling.watch(pending(id));
    await pass(60_000);
    expect(looks).toEqual(['b']);
    come(seen('pending'));
    await pass(0);
    expect(looks).toEqual(['b', 'a']);
  });

  it('a service in trouble is asked for no other one, and the pause grows; so it does when an earlier one gets no answer', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    answers.push(answer(503), seen('pending'), answer(429, null, 20_000));
    await pass(3_000);
    expect(looks).toEqual(['b']);
    await pass(6_000);
    expect(looks).toEqual(['b', 'b', 'a']);
    await pass(19_999);
    expect(looks).toHaveLength(3);
    await pass(1);
    expect(looks).toEqual(['b', 'b', 'a', 'b', 'a']);
  });

  it('an earlier one that is gone is left out, and the others go on', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    answers.push(seen('pending'), answer(404));
    await pass(9_000);
    expect(looks).toEqual(['b', 'a', 'b', 'b']);
  });

  it('when the newest is gone the one before it takes its place', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    answers.push(answer(404));
    await pass(9_000);
    expect(looks).toEqual(['b', 'a', 'a', 'a']);
  });

  it('ends for all of them as soon as one is active', async () => {
    for (const id of ['a', 'b']) polling.watch(pending(id));
    answers.push(seen('pending'), seen('active'));
    await pass(60_000);
    expect(saw).toEqual([
      ['b', 'waiting'],
      ['a', 'active'],
    ]);
  });

  it('after expiry one more look, then polling stops', async () => {
    polling.watch(pending('a', 7_000));
    await pass(60_000);
    expect(saw.map(([, look]) => look)).toEqual(['waiting', 'waiting', 'expired']);
  });

  it('a last look without an answer is not the last', async () => {
    answers.push(answer(503), seen('active'));
    polling.watch(pending('a', 1_000));
    await pass(60_000);
    expect(saw.map(([, look]) => look)).toEqual(['retrying', 'active']);
  });

  it('while nobody sees the element it waits, and goes on at once', async () => {
    let show: () => void = () => undefined;
    shown = new Promise((resolve) => (show = resolve));
    polling.watch(pending('a'));
    await pass(60_000);
    expect(looks).toEqual([]);
    show();
    await pass(0);
    expect(looks).toEqual(['a']);
  });

  it('an answer that comes while the element is in no document counts when it is in one again', async () => {
    let attach: () => void = () => undefined;
    attached = new Promise((resolve) => (attach = resolve));
    answers.push(seen('active'));
    polling.watch(pending('a'));
    await pass(60_000);
    expect([looks, saw]).toEqual([['a'], []]);
    attach();
    await pass(0);
    expect(saw).toEqual([['a', 'active']]);
  });

  it('ends when an answer is of no interest any more', async () => {
    answers.push(Promise.reject(new Error('aborted')));
    polling.watch(pending('a'));
    await pass(60_000);
    expect([looks, saw]).toEqual([['a'], []]);
  });
});
