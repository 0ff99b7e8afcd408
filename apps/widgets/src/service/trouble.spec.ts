import type { Answer } from './ask';
import { troubleOf } from './trouble';

const answer = (status: number, retryAfterMs: number | null = null): Answer => ({ status, body: null, retryAfterMs, clockAheadMs: 0 });

describe('what went wrong, for both widgets', () => {
  it.each([
    [0, 'unreachable'],
    [200, 'failed'],
    [400, 'failed'],
    [401, 'refused'],
    [403, 'ended'],
    [404, 'failed'],
    [422, 'failed'],
    [429, 'busy'],
    [500, 'failed'],
    [503, 'failed'],
  ])('%d: %s', (status, kind) => {
    expect(troubleOf(answer(status), { 403: 'ended' }).kind).toBe(kind);
  });

  it.each([429, 503])('%d: "Retry-After respected"', (status) => {
    expect(troubleOf(answer(status, 90_000), {})).toEqual({ kind: 'busy', waitMs: 90_000 });
    expect(troubleOf(answer(status, 0), {})).toEqual({ kind: 'failed', waitMs: 0 });
  });

  it('without it ten seconds after a 429; after anything else one can try again at once', () => {
    expect(troubleOf(answer(429), {}).waitMs).toBe(10_000);
    expect([0, 200, 401, 422, 500, 502].map((status) => troubleOf(answer(status, 90_000), {}).waitMs)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(troubleOf(answer(503), {}).waitMs).toBe(0);
  });
});
